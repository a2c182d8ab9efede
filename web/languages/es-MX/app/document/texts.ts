import type { texts as english } from '../../../../app/document/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  description:
    'Sube tus rodadas sin editar. Trailcut encuentra los momentos que vale la pena ver, hace que los vean y te paga. Gratis, sin tarjeta de crédito.',
  needsScript: 'Trailcut necesita JavaScript: reproduce, sube y mide tus videos en el navegador.',
  app: 'Sube tus rodadas sin editar. Trailcut encuentra los momentos que vale la pena ver, hace que los vean y te paga.',
  upload: 'Subir',
  notifications: 'Notificaciones',
} satisfies Translation<typeof english>
