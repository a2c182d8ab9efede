import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { renderRide } from './render.ts'
import { rideKinds } from './truth.ts'
import { factors, worldNames } from './world/world.ts'

const usage = `node lab/ride/cli.ts --out ride.mp4 [--seed 7] [--seconds 60] [--kind ${rideKinds.join('|')}]
  [--width 1280] [--height 720] [--fps 30] [--detail 480] [--no-telemetry] [--tags] [--truth ride.json]
  [--world ${worldNames.join('|')}] [--fixed ${factors.join('|')}]`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '60' },
    kind: { type: 'string', default: 'ride' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '720' },
    fps: { type: 'string' },
    detail: { type: 'string', default: '480' },
    out: { type: 'string' },
    truth: { type: 'string' },
    world: { type: 'string', default: 'plain' },
    fixed: { type: 'string' },
    telemetry: { type: 'boolean', default: true },
    tags: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const settings = {
  seed: Number(values.seed),
  durationSeconds: Number(values.seconds),
  width: Number(values.width),
  height: Number(values.height),
  paintWidth: Number(values.detail),
  ...(values.fps === undefined ? {} : { fps: Number(values.fps) }),
}
const kind = rideKinds.find(known => known === values.kind)
const world = worldNames.find(known => known === values.world)
const fixed = factors.find(known => known === values.fixed)
if (
  !values.out ||
  !kind ||
  !world ||
  (values.fixed !== undefined && !fixed) ||
  !Object.values(settings).every(value => value > 0)
) {
  console.error(usage)
  process.exit(2)
}
const began = performance.now()
const truth = await renderRide({
  ...settings,
  kind,
  world,
  fixed,
  threads: availableParallelism(),
  telemetry: values.telemetry,
  buttonPresses: values.tags,
  out: values.out,
  onProgress: fraction =>
    process.stderr.isTTY && process.stderr.write(`\rRendering ${Math.round(fraction * 100)} %`),
})
if (values.truth) await writeFile(values.truth, `${JSON.stringify(truth, null, 2)}\n`)
const seconds = (performance.now() - began) / 1000
console.error(
  `${values.out}: ${settings.durationSeconds} s with ${truth.events.length} moments, rendered in ${seconds.toFixed(1)} s`,
)
