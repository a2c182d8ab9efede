import { drawQr } from './qr.ts'

/** A text to scan from another device. Dark on white in every theme, because many scanners read nothing else. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawQr(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded-lg border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
