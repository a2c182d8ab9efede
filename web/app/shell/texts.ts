import type { Theme } from '../../lib/theme.ts'

export const texts = {
  mainNavigation: 'Main',
  loadMenu: 'Load menu',
  menu: (name: string) => `${name}: account menu`,
  colors: 'Colors',
  themes: { system: 'Match system', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  logout: 'Logout',
  offline: {
    title: "You're offline.",
    text: "This page may be out of date. Uploads resume when you're back online.",
  },
} as const
