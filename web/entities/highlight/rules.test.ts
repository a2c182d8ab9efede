import { expect, test } from 'vitest'
import { aiLabel, isApplied, mayStart, viralColor } from './rules.ts'

test('labels of the analysis', () => {
  expect((['processing', 'completed', 'failed', 'pending', null] as const).map(aiLabel)).toEqual([
    'Processing',
    'Complete',
    'Failed',
    'Not Started',
    'Not Started',
  ])
})

test('it may be started when absent, pending or failed', () => {
  expect(([null, 'pending', 'failed', 'processing', 'completed'] as const).map(mayStart)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('viral colors: green from 0.8, yellow from 0.6, otherwise red', () => {
  expect([0.8, 0.79, 0.6, 0.59].map(viralColor)).toEqual([
    'text-published',
    'text-processing',
    'text-processing',
    'text-danger',
  ])
})

test('a viral score has the color of the percentage it is shown as', () => {
  expect([0.795, 0.595, 0.594].map(viralColor)).toEqual(['text-published', 'text-processing', 'text-danger'])
})

test('generated metadata counts as applied when the title matches, and the description if there is one', () => {
  const generated = { aiGeneratedTitle: 'Jump', aiGeneratedDescription: 'Air' }
  expect(isApplied({ title: 'Jump', description: 'Air' }, generated)).toBe(true)
  expect(isApplied({ title: 'Jump', description: '' }, generated)).toBe(false)
  expect(
    isApplied({ title: 'Jump', description: 'own' }, { ...generated, aiGeneratedDescription: null }),
  ).toBe(true)
  expect(
    isApplied({ title: '', description: '' }, { aiGeneratedTitle: null, aiGeneratedDescription: null }),
  ).toBe(false)
})
