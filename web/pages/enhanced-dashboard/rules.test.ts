import { describe, expect, test } from 'vitest'
import {
  aiResults,
  aiStateLabel,
  averageViralScore,
  compilationOf,
  projectionOf,
  trackingProgress,
} from './rules.ts'

const found = (score: number, clipType: 'action' | 'scenic' = 'action') => ({ score, clipType })

describe('tracking progress', () => {
  const video = (part: Partial<Parameters<typeof trackingProgress>[0]>) =>
    trackingProgress({ status: 'draft', cfReadyToStream: false, cfProcessingStatus: null, ...part })
  test('100 when published, approved or ready', () => {
    expect(video({ status: 'published' })).toBe(100)
    expect(video({ status: 'approved' })).toBe(100)
    expect(video({ cfReadyToStream: true, cfProcessingStatus: 'ready' })).toBe(100)
  })
  test('60 with the stream in progress, 40 when processing, 20 when uploading, otherwise 0', () => {
    expect(video({ status: 'processing', cfProcessingStatus: 'inprogress' })).toBe(60)
    expect(video({ status: 'processing' })).toBe(40)
    expect(video({ status: 'uploading' })).toBe(20)
    expect(video({ status: 'failed', cfProcessingStatus: 'error' })).toBe(0)
  })
})

test('AI states read Complete, In Progress, Failed, else Pending', () => {
  expect((['completed', 'processing', 'failed', 'pending', null] as const).map(aiStateLabel)).toEqual([
    'Complete',
    'In Progress',
    'Failed',
    'Pending',
    'Pending',
  ])
})

test('the average viral score has two decimals and leaves out videos without one', () => {
  expect(averageViralScore([])).toBe('0.00')
  expect(
    averageViralScore([
      { aiViralPotentialScore: 0.5 },
      { aiViralPotentialScore: null },
      { aiViralPotentialScore: 0.75 },
    ]),
  ).toBe('0.63')
})

test('results count by type', () => {
  expect(aiResults([found(0.2), found(0.3, 'scenic'), found(0.9)])).toEqual({
    highlights: 3,
    action: 2,
    scenic: 1,
  })
})

test('a compilation takes scores above 0.7, premium above 0.8, both exclusive', () => {
  expect(
    compilationOf([found(0.7), found(0.71), found(0.8, 'scenic'), found(0.81, 'scenic'), found(0.1)]),
  ).toEqual({ worthy: 3, action: 1, scenic: 2, premium: 1 })
})

test('a projection is $50, tripled by perfect highlights', () => {
  expect(projectionOf([])).toBe(50)
  expect(projectionOf([found(1), found(1)])).toBe(150)
  expect(projectionOf([found(0.5), found(0.7)])).toBeCloseTo(110)
})
