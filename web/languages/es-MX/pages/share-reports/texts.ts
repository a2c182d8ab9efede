import type { texts as english } from '../../../../pages/share-reports/texts.ts'
import type { Translation } from '../../../translation.ts'

const toast = (title: string) => ({ title })

export const texts = {
  title: 'Videos reportados',
  explain:
    'Videos compartidos que alguien reportó. Al retirar un enlace se desactivan todos los de ese video y se le avisa al piloto.',
  back: 'Admin',
  failed: 'No pudimos cargar los reportes',
  loading: 'Cargando reportes',
  none: 'Nadie ha reportado un video',
  noneText: 'Aquí aparecen los reportes de videos compartidos.',
  by: (rider: string) => `de ${rider}`,
  clip: 'Clip',
  waiting: 'En espera',
  takenDown: 'Retirado',
  off: 'Desactivado',
  kept: 'Conservado',
  watch: 'Abrir enlace',
  review: 'Revisar',
  actions: {
    take_down: 'Retirar enlace',
    keep: 'Conservar enlace',
    allow_again: 'Permitir compartir otra vez',
  },
  done: {
    take_down: toast('Enlace retirado'),
    keep: toast('Enlace conservado'),
    allow_again: toast('Se puede compartir otra vez'),
  },
  decideFailed: 'No se guardó la decisión',
  noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  list: 'Reportes',
} satisfies Translation<typeof english>
