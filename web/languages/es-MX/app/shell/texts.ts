import type { texts as english } from '../../../../app/shell/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  mainNavigation: 'Principal',
  loadMenu: 'Cargar menú',
  menu: (name: string) => `${name}: menú de la cuenta`,
  colors: 'Colores',
  themes: { system: 'Igual que el sistema', light: 'Claro', dark: 'Oscuro' },
  logout: 'Cerrar sesión',
  offline: {
    title: 'No tienes conexión.',
    text: 'Lo que ves puede no estar al día. Las subidas siguen en cuanto vuelva la conexión.',
  },
} satisfies Translation<typeof english>
