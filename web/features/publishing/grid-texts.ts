import { notPublished, publicationLabels } from '#contract/publishing/constants.ts'

export const texts = {
  title: 'Distribution',
  notPublished,
  states: publicationLabels,
} as const
