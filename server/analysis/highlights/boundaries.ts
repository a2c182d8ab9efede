import { shotAt } from '../cuts/index.ts'
import { clamp } from '../math.ts'
import type { Evidence, Shot } from '../types.ts'

export interface Window {
  start: number
  end: number
}

export const clipLength = { min: 2, max: 12 } as const

/** Seconds that a viewer needs before and after the measured event. */
const margins: Partial<Record<Evidence['type'], { before: number; after: number }>> = {
  jump: { before: 1.2, after: 1.3 },
  air_then_thump: { before: 1.2, after: 1.3 },
  hard_landing: { before: 1.6, after: 0.9 },
  impact: { before: 1.5, after: 1.5 },
  rollover: { before: 1, after: 2 },
  cheer: { before: 2, after: 0.4 },
  camera_tag: { before: 0, after: 0 },
  scenic: { before: 0.5, after: 0.5 },
}
const usual = { before: 0.4, after: 0.4 }

/**
 * Keeps a window within its shot and its length within the limits, growing around the core when too short.
 */
export function fitWindow(window: Window, core: number, shots: readonly Shot[]): Window {
  const shot = shotAt(shots, core)
  let start = Math.max(shot.start, window.start)
  let end = Math.min(shot.end, window.end)
  const lack = clipLength.min - (end - start)
  if (lack > 0) {
    start = Math.max(shot.start, start - lack / 2)
    end = Math.min(shot.end, start + clipLength.min)
    start = Math.max(shot.start, Math.min(start, end - clipLength.min))
  }
  if (end - start > clipLength.max) {
    start = clamp(core - clipLength.max / 2, start, end - clipLength.max)
    end = start + clipLength.max
  }
  return { start, end }
}

/** The clip for one piece of evidence. */
export function windowOf(
  item: Pick<Evidence, 'type' | 'start' | 'end' | 'core'>,
  shots: readonly Shot[],
): Window {
  const { before, after } = margins[item.type] ?? usual
  return fitWindow({ start: item.start - before, end: item.end + after }, item.core, shots)
}

/** Intersection over union of two windows. */
export function overlap(a: Window, b: Window): number {
  const both = Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
  const either = Math.max(a.end, b.end) - Math.min(a.start, b.start)
  return either > 0 ? both / either : 0
}

/** Share of the shorter window that lies in the other. */
export function containment(a: Window, b: Window): number {
  const both = Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
  const shorter = Math.min(a.end - a.start, b.end - b.start)
  return shorter > 0 ? both / shorter : 0
}
