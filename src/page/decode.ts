/** Decodes a percent-encoded text, or returns `undefined` for a stray percent sign (`#50%`). */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
