import { expect, test } from 'vitest'
import { visitSomehow } from '../../lib/some-visit.ts'
import { browse, browsingAll, statusesIn } from './browse.ts'

visitSomehow()

const video = (title: string, day: number, more: Partial<Parameters<typeof browse>[0][number]> = {}) => ({
  title,
  description: '',
  fileName: 'GX010001.MP4',
  status: 'draft' as const,
  createdAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
  views: 0,
  duration: 60 * day,
  aiViralPotentialScore: null,
  ...more,
})

const dunes = video('Dunes 10', 3, { views: 5, aiViralPotentialScore: 0.2, description: 'Wind and SAND' })
const creek = video('creek 9', 1, { status: 'published', views: 90 })
const climb = video('Climb', 2, { aiViralPotentialScore: 0.9, fileName: 'hill-sand.mov' })
const all = [dunes, creek, climb]
const titles = (part: Partial<typeof browsingAll>) =>
  browse(all, { ...browsingAll, ...part }).map(one => one.title)

test('every order', () => {
  expect(titles({})).toEqual(['Dunes 10', 'Climb', 'creek 9'])
  expect(titles({ order: 'oldest' })).toEqual(['creek 9', 'Climb', 'Dunes 10'])
  expect(titles({ order: 'viral' })).toEqual(['Climb', 'Dunes 10', 'creek 9'])
  expect(titles({ order: 'views' })).toEqual(['creek 9', 'Dunes 10', 'Climb'])
  expect(titles({ order: 'longest' })).toEqual(['Dunes 10', 'Climb', 'creek 9'])
  expect(titles({ order: 'title' })).toEqual(['Climb', 'creek 9', 'Dunes 10'])
})

test('every search term must occur, in any case, in the title, description or file name', () => {
  expect(titles({ search: 'sand' })).toEqual(['Dunes 10', 'Climb'])
  expect(titles({ search: ' dunes  Wind ' })).toEqual(['Dunes 10'])
  expect(titles({ search: 'dunes creek' })).toEqual([])
})

test('a status filters out the others, and the input is not reordered', () => {
  expect(titles({ status: 'published' })).toEqual(['creek 9'])
  expect(all).toEqual([dunes, creek, climb])
})

test('counts statuses in lifecycle order', () => {
  expect(statusesIn(all)).toEqual([
    ['draft', 2],
    ['published', 1],
  ])
})
