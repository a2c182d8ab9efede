import { useId } from 'react'
import { cx } from '../../../lib/cx.ts'
import { type curvePaths, space } from './curve.ts'

/** The excitement curve, filled to its baseline; as wide as its container. */
export function CurveShape({
  paths,
  strokeWidth = 2,
  className,
}: {
  paths: ReturnType<typeof curvePaths>
  strokeWidth?: number
  className: string
}) {
  const gradient = useId()
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${space.width} ${space.height}`}
      preserveAspectRatio="none"
      className={cx('absolute inset-x-0 bottom-0 w-full text-glow', className)}
    >
      <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.5" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
      </linearGradient>
      <path d={paths.area} fill={`url(#${gradient})`} />
      <path
        d={paths.line}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
