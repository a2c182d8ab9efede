export const texts = {
  view: 'view',
  views: 'views',
} as const
