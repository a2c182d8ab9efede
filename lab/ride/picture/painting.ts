import { Worker } from 'node:worker_threads'
import type { RideOptions } from '../timeline.ts'

export interface Painting {
  /** pixels */
  width: number
  height: number
  fps: number
  /** number of frames */
  count: number
}

export interface PaintTask extends Painting {
  options: RideOptions
  /** paints this frame, and every `step`th after it */
  first: number
  step: number
}

/** How many frames a thread paints ahead of those that are used: enough to never wait, without filling the memory. */
const ahead = 2

/** The frames that one thread paints, in order. */
async function* framesOf(worker: Worker): AsyncGenerator<Uint8ClampedArray, void> {
  const painted: Uint8ClampedArray[] = []
  let wake = Promise.withResolvers<void>()
  let failed: unknown
  worker.on('message', (frame: Uint8ClampedArray) => {
    painted.push(frame)
    wake.resolve()
  })
  worker.on('error', error => {
    failed = error
    wake.resolve()
  })
  for (let asked = 0; asked < ahead; asked++) worker.postMessage('next')
  for (;;) {
    const frame = painted.shift()
    if (frame) {
      worker.postMessage('next')
      yield frame
    } else if (failed) throw failed
    else {
      await wake.promise
      wake = Promise.withResolvers()
    }
  }
}

/**
 * A ride's frames in order, red, green and blue per pixel, painted by several threads. A frame depends on its time alone,
 * so the film is the same with any number of them.
 */
export async function* paintFrames(
  options: RideOptions,
  painting: Painting,
  threads: number,
): AsyncGenerator<Uint8ClampedArray, void> {
  const workers = Array.from(
    { length: threads },
    (_, first) =>
      new Worker(new URL('./paint-thread.ts', import.meta.url), {
        workerData: { options, ...painting, first, step: threads } satisfies PaintTask,
      }),
  )
  try {
    const painters = workers.map(framesOf)
    for (let frame = 0; frame < painting.count; frame++) {
      const { value } = await painters[frame % threads]!.next()
      if (!value) throw new Error('A painting thread ended early')
      yield value
    }
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()))
  }
}
