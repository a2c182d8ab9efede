import type { Theme } from '../../lib/theme.ts'

export const texts = {
  mainNavigation: 'Main',
  menu: (name: string) => `${name}: account menu`,
  colors: 'Colors',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  logout: 'Logout',
  offline: {
    title: 'You are offline.',
    text: 'What you see may be old. Uploads go on when the line is back.',
  },
} as const
