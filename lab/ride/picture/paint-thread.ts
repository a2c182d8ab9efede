/** A thread that paints every few frames of a ride, one per message that asks for it; see painting.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { makePainter } from '../picture.ts'
import { rideTimeline } from '../timeline.ts'
import type { PaintTask } from './painting.ts'

const { options, width, height, fps, count, first, step } = workerData as PaintTask
const painter = makePainter(rideTimeline(options), width, height)
let frame = first
parentPort?.on('message', () => {
  if (frame >= count) return
  painter.paint(frame / fps)
  const copy = painter.canvas.data.slice()
  parentPort?.postMessage(copy, [copy.buffer])
  frame += step
})
