export { default } from "../research/layout.tsx";
