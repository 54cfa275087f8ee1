/** Minimum length of a key that several installations share, in characters: 128 random bits as hexadecimal digits. */
export const minSharedKeyLength = 32;
