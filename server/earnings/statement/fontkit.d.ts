/** The parts of fontkit that are used here; it comes without types. */
declare module 'fontkit' {
  export function create(bytes: Buffer): {
    hasGlyphForCodePoint(codePoint: number): boolean
    unitsPerEm: number
    layout(text: string): { advanceWidth: number }
  }
}
