import type { texts as english } from '../../../../pages/email-preview/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Vista previa de correos',
  explain: 'Las plantillas reales, con datos de ejemplo.',
  template: 'Plantilla',
  names: {
    upload_received: 'Subida recibida',
    ai_completed: 'Análisis completo',
    milestone_reached: 'Meta alcanzada',
    weekly_digest: 'Resumen semanal',
  },
  subject: 'Asunto',
  heading: 'Encabezado',
  frame: (subject: string) => `Correo: ${subject}`,
  parts: 'Formato del correo',
  part: { html: 'HTML', text: 'Texto' },
  failed: 'No pudimos cargar la plantilla',
  loading: 'Cargando el correo',
  notesTitle: 'Envío',
  notes: [
    'Dirección de notificaciones de prueba: /api/demo/notifications.',
    'Para enviar a direcciones reales se necesita la clave de un proveedor de correo.',
  ],
} satisfies Translation<typeof english>
