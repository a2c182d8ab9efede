import { encode } from 'uqr'

/** Light modules required around a code (ISO/IEC 18004, 7.3.1). */
const quietZone = 4

export interface QrDrawing {
  /** Modules from edge to edge, the quiet zone included: the side of the drawing's view box. */
  size: number
  /** The dark modules, as the data of an SVG path. */
  path: string
}

/** A text as a QR code that stays readable with a quarter of it hidden. @throws if the text is too long for any code */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'Q', border: quietZone })
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { size, path: rows.join('') }
}
