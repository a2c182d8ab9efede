import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildPayloads } from '#lab/ride/gpmf.ts'
import { appendTelemetry } from '#lab/ride/mux.ts'
import { accelerometer, gps5, gyroscope } from '#lab/ride/sensors.ts'
import { cached, hashOfSources } from '../harness/cache.ts'

const run = promisify(execFile)

/** Seconds: the hit, and the length of the file. */
export const crashAt = 20
const seconds = 45
const rattle = (time: number, axis: number) => 2.5 * Math.sin(time * (41 + 13 * axis))

function rows(hz: number, axes: number, value: (time: number, axis: number) => number) {
  const times = Array.from({ length: hz * seconds }, (_, index) => index / hz)
  return {
    times,
    values: times.flatMap(time => Array.from({ length: axes }, (_, axis) => value(time, axis))),
  }
}

function telemetry() {
  const riding = (time: number) => time < crashAt
  const hit = (time: number) => time >= crashAt && time < crashAt + 0.08
  const gravity = [9.81, 0, 0]
  const speed = (time: number) => Math.max(0, riding(time) ? 11 : 11 - 9 * (time - crashAt))
  const fix = (payload: number) => ({
    fix: 3,
    precision: 150,
    utc: `261121${new Date(payload * 1000).toISOString().slice(11, 19).replaceAll(':', '')}.000`,
  })
  return buildPayloads(
    { name: 'HERO9 Black' },
    [
      accelerometer(
        rows(200, 3, (time, axis) =>
          hit(time) ? 45 : gravity[axis]! + (riding(time) ? rattle(time, axis) : 0),
        ),
      ),
      gyroscope(rows(200, 3, (time, axis) => (riding(time) ? 0.3 * Math.sin(time * (2 + axis)) : 0))),
      gps5(
        rows(18, 5, (time, axis) => {
          const north = riding(time) ? 11 * time : 11 * crashAt + 6
          return [45 + north / 111_320, 7, 500, speed(time), speed(time)][axis]!
        }),
        fix,
      ),
    ],
    seconds,
  )
}

/**
 * A recording whose ride ends in a hit of 8 g after 20 s, and in which nothing moves or sounds for the 25 s
 * after it. Made once per machine. @returns its path; must not be changed
 */
export function crash(): Promise<string> {
  const sources = hashOfSources(['lab/ride', 'test/media/crash.ts'])
  return cached(['crash', sources], 'crash.mp4', async out => {
    const still = `tpad=stop_mode=clone:stop_duration=${seconds - crashAt}`
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi'],
      ...['-i', `testsrc2=size=320x180:rate=30:duration=${crashAt},scroll=horizontal=0.02,${still}`],
      ...['-f', 'lavfi', '-i', `anoisesrc=amplitude=0.2:duration=${crashAt},apad=whole_dur=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac'],
      ...['-t', String(seconds), out],
    ])
    await appendTelemetry(out, { ...telemetry(), hiLights: [] })
  })
}
