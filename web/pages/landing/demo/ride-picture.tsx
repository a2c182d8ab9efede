import { useEffect, useRef } from 'react'
import type { TimeSource } from '../../../entities/highlight/timeline/time-source.ts'
import { texts } from '../texts.ts'
import { clips, excitementAt, sceneAt } from './demo-ride.ts'
import { drawScene, palettes } from './ride-scene.ts'

/** The rider's height above the ground: an arc in the middle of each jump. */
function airAt(seconds: number): number {
  const jump = clips.find(clip => clip.clipType === 'action' && seconds > clip.start && seconds < clip.end)
  if (!jump) return 0
  const part = (seconds - jump.start) / (jump.end - jump.start)
  return part < 0.3 || part > 0.8 ? 0 : Math.sin(((part - 0.3) / 0.5) * Math.PI) * jump.score
}

/** The example's picture at the clock's moment, drawn by code. */
export function RidePicture({ time }: { time: TimeSource }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const ctx = canvas?.getContext('2d')
    if (!canvas || !ctx) return
    const draw = () => {
      const seconds = time.get()
      const scene = sceneAt(seconds)
      drawScene(ctx, canvas.width, canvas.height, {
        palette: palettes[scene] ?? (palettes[0] as (typeof palettes)[number]),
        way: 40 + seconds * 0.9,
        excitement: excitementAt(seconds),
        air: airAt(seconds),
      })
    }
    const fit = new ResizeObserver(() => {
      const sharpness = Math.min(2, window.devicePixelRatio)
      canvas.width = Math.round(canvas.clientWidth * sharpness)
      canvas.height = Math.round(canvas.clientHeight * sharpness)
      draw()
    })
    fit.observe(canvas)
    const stop = time.subscribe(draw)
    return () => {
      fit.disconnect()
      stop()
    }
  }, [time])
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={texts.demo.picture}
      className="block aspect-video w-full rounded-lg bg-[#8a5a35]"
    />
  )
}
