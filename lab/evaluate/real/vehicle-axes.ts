import { add, cross, times as scaled, unit, type Vector } from '#server/analysis/attitude/vectors.ts'
import { median } from '#server/analysis/math.ts'
import { movingMean, STANDARD_GRAVITY } from '#telemetry/derive.ts'
import type { TelemetrySeries } from '#telemetry/types.ts'

/**
 * Reverses what a phone did to its measurements before logging them.
 *
 * The driving logs use "earth" axes: x magnetic east, y magnetic north, z up, from Android's
 * SensorManager.getRotationMatrix, which combines the magnetometer with the phone's own gravity estimate
 * (https://developer.android.com/reference/android/hardware/SensorManager). Nothing on a vehicle has such
 * axes, because a camera turns with it. The gravity estimate also follows the measured acceleration within a
 * second, so the axes tilt into each brake and bend: a brake is followed by an equally strong push the other
 * way, and in a bend the turn rate lies 30° off the axis called "up".
 *
 * Both can be reversed, because the tilt is a function of the logged data: the estimate is the measured
 * acceleration through a low-pass filter. Its time constant was chosen where the vertical acceleration during
 * brakes is smallest (its standard deviation falls from 0.46 to 0.26 m/s²; trip 17) and where turning is
 * about a vertical axis (the horizontal part falls from 48% to 35%; first half of trip 20).
 */
const gravityFilterSeconds = 1.3
/** The correction is a running sum, so it decays: no one accelerates in one direction for longer. */
const forgetSeconds = 30
/**
 * A stationary car doesn't tilt: less vertical shaking than this within a second, and no more push than this.
 * m/s².
 */
const standing = { shaking: 0.08, push: 0.25 }

/** Rotates a vector by an angle in rad about the vertical. */
function turned([x, y, z]: Vector, angle: number): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * x - s * y, s * x + c * y, z]
}

/** A series' vectors at other times, interpolated linearly. */
function vectorsAt({ times, values }: TelemetrySeries, at: Float64Array): Vector[] {
  let right = 0
  return Array.from(at, time => {
    while (right < times.length - 1 && times[right]! < time) right++
    const left = Math.max(0, right - 1)
    const span = times[right]! - times[left]!
    const share = span > 0 ? Math.min(1, Math.max(0, (time - times[left]!) / span)) : 0
    const axis = (k: number) =>
      values[left * 3 + k]! + share * (values[right * 3 + k]! - values[left * 3 + k]!)
    return [axis(0), axis(1), axis(2)]
  })
}

/** Whether the vehicle is stationary, from the second around each sample. */
function stillAt({ times, values }: TelemetrySeries): boolean[] {
  const axis = (k: number) => Float32Array.from(times, (_, row) => values[row * 3 + k]!)
  const [x, y, z] = [axis(0), axis(1), axis(2)]
  const mean = (of: Float32Array) => movingMean({ times, values: of }, 1).values
  const [meanX, meanY, meanZ] = [mean(x), mean(y), mean(z)]
  // Subtract the mean first: a small variance of large numbers would be lost in rounding.
  const around = mean(z.map((value, i) => (value - meanZ[i]!) ** 2))
  return Array.from(
    around,
    (variance, i) => variance < standing.shaking ** 2 && Math.hypot(meanX[i]!, meanY[i]!) < standing.push,
  )
}

/**
 * Acceleration (m/s², gravity included) and angular rate (rad/s) in axes that turn with the vehicle: z up, x
 * and y level at an unknown angle to the direction of travel. Times are the accelerometer's.
 */
export function restoreVehicleAxes(accl: TelemetrySeries, gyro: TelemetrySeries) {
  const { times } = accl
  const rates = vectorsAt(gyro, times)
  const zero = median(rates.map(([, , z]) => z))
  const still = stillAt(accl)
  const [felt, turning] = [new Float64Array(times.length * 3), new Float64Array(times.length * 3)]
  let gravity: Vector = [0, 0, STANDARD_GRAVITY]
  let heading = 0
  for (let i = 0; i < times.length; i++) {
    const step = i > 0 ? Math.max(0, times[i]! - times[i - 1]!) : 0
    if (still[i]) gravity = [0, 0, STANDARD_GRAVITY]
    const up = unit(turned(gravity, heading))
    const east = unit(cross([0, 1, 0], up))
    const north = cross(up, east)
    const restored = (x: number, y: number, z: number) =>
      turned(add(add(scaled(east, x), scaled(north, y)), scaled(up, z)), -heading)
    const a = restored(accl.values[i * 3]!, accl.values[i * 3 + 1]!, accl.values[i * 3 + 2]!)
    const w = restored(rates[i]![0], rates[i]![1], rates[i]![2] - zero)
    felt.set(a, i * 3)
    turning.set(w, i * 3)
    heading += w[2] * step
    const share = Math.min(1, step / gravityFilterSeconds)
    const keep = 1 - Math.min(1, step / forgetSeconds)
    gravity = [
      (gravity[0] + (a[0] - gravity[0]) * share) * keep,
      (gravity[1] + (a[1] - gravity[1]) * share) * keep,
      gravity[2] + (a[2] - gravity[2]) * share,
    ]
  }
  return {
    accl: { ...accl, values: felt },
    gyro: { ...gyro, times, values: turning },
  }
}
