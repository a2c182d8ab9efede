import { notPublished } from '#contract/publishing/constants.ts'

export const texts = {
  title: 'Distribution',
  notPublished,
} as const
