/** Texts that have an effect if a screen treats them as markup, script, a template, a path or a formula. */
export const hostileTexts: readonly string[] = [
  "<script>window.wasHit = 1</script>",
  '<img src=x onerror="window.wasHit = 2">',
  "<svg onload=window.wasHit=3><a xlink:href=javascript:window.wasHit=4>x</a></svg>",
  "\"><iframe srcdoc='<script>parent.wasHit=5</script>'></iframe>",
  "javascript:window.wasHit=6//",
  "</textarea></title></style></script><script>window.wasHit=7</script>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this text should look like a template.
  "{{constructor.constructor('window.wasHit=8')()}} ${window.wasHit=9} <%= wasHit %>",
  '=HYPERLINK("https://evil.example","win")',
  "../../../../etc/passwd",
  "<style>body{display:none}</style><meta http-equiv=refresh content=0;url=https://evil.example>",
];
