import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { GaugeChoice, GaugeRide } from '#contract/gauges/schemas.ts'
import {
  drawGauges,
  frameAt,
  gaugeFamily,
  gaugeWeights,
  layOutGauges,
  rideTimeAt,
  type Spans,
  themes,
} from '#gauges/index.ts'
import { texts } from '#texts/entities/clip.ts'

/** Where the picture lies in its element: it keeps its proportions, or fills the element. CSS pixels. */
function pictureIn({ clientWidth, clientHeight, videoWidth, videoHeight }: HTMLVideoElement, fills: boolean) {
  if (fills) return { left: 0, top: 0, width: clientWidth, height: clientHeight }
  const scale = Math.min(clientWidth / videoWidth, clientHeight / videoHeight)
  const [width, height] = [videoWidth * scale, videoHeight * scale]
  return { left: (clientWidth - width) / 2, top: (clientHeight - height) / 2, width, height }
}

/** Calls for each picture that the player shows, and when its size changes. @returns what ends it */
function onEachPicture(video: HTMLVideoElement, show: (seconds: number) => void): () => void {
  // Firefox has it from version 132 on.
  const hasFrames = typeof video.requestVideoFrameCallback === 'function'
  let ended = false
  let call = 0
  const resized = new ResizeObserver(() => show(video.currentTime))
  resized.observe(video)
  const next = () => {
    if (hasFrames)
      call = video.requestVideoFrameCallback((_now, { mediaTime }) => {
        if (ended) return
        show(mediaTime)
        next()
      })
    else
      call = requestAnimationFrame(() => {
        if (ended) return
        show(video.currentTime)
        next()
      })
  }
  next()
  return () => {
    ended = true
    resized.disconnect()
    if (hasFrames) video.cancelVideoFrameCallback(call)
    else cancelAnimationFrame(call)
  }
}

/** Gauges over a player, drawn as they would be burned in. */
export default function GaugeOverlay({
  video,
  ride,
  choice,
  parts,
  plays,
}: {
  video: RefObject<HTMLVideoElement | null>
  ride: GaugeRide
  choice: GaugeChoice
  /** of the video that the clip shows; the same object as long as they are the same */
  parts: Spans
  /** the clip without gauges, or the whole video cropped to its element */
  plays: 'clip' | 'video'
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { theme, units } = choice
  const draw = useMemo(() => {
    let layout: ReturnType<typeof layOutGauges> | null = null
    return (context: CanvasRenderingContext2D, seconds: number) => {
      const { width, height } = context.canvas
      if (layout?.width !== width || layout.height !== height)
        layout = layOutGauges(ride, { width, height, units, spans: parts })
      context.clearRect(0, 0, width, height)
      const moment = plays === 'clip' ? rideTimeAt(parts, seconds) : seconds
      drawGauges(context, frameAt(ride, moment), layout, themes[theme])
    }
  }, [ride, theme, units, parts, plays])

  useEffect(() => {
    const [player, sheet] = [video.current, canvas.current]
    const context = sheet?.getContext('2d')
    if (!player || !sheet || !context) return
    let last = player.currentTime
    const show = (seconds: number) => {
      last = seconds
      if (!player.videoWidth) return
      const { left, top, width, height } = pictureIn(player, plays === 'video')
      const [across, high] = [width, height].map(pixels => Math.round(pixels * devicePixelRatio))
      if (sheet.width !== across) sheet.width = across ?? 0
      if (sheet.height !== high) sheet.height = high ?? 0
      Object.assign(sheet.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      draw(context, seconds)
      sheet.dataset.shows = seconds.toFixed(3)
    }
    const stop = onEachPicture(player, show)
    let gone = false
    const loaded = gaugeWeights.map(weight => document.fonts.load(`${weight} 40px "${gaugeFamily}"`))
    void Promise.all(loaded).then(() => {
      if (!gone) show(last)
    })
    return () => {
      gone = true
      stop()
    }
  }, [video, draw, plays])

  return (
    <canvas ref={canvas} role="img" aria-label={texts.gaugesOver} className="pointer-events-none absolute" />
  )
}
