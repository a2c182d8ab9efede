/** The package's own types describe its CommonJS file as if it were a module. */
declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): {
    /** The direction of each UTF-16 unit: odd levels run from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
    /** The sign that opens to the other side; null where there is none. */
    getMirroredCharacter(sign: string): string | null
  }
}
