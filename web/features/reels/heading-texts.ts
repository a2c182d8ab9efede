export const texts = {
  title: 'Your reels',
  titleStaff: 'Reels made by hand',
  hint: 'Pick moments, put them in order, add music, and render a reel to download or share.',
} as const
