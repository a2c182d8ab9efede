import { brand } from '#contract/brand.ts'
import type { texts as english } from '../../../ui/texts.ts'
import type { Translation } from '../../translation.ts'

export const texts = {
  close: 'Cerrar',
  loading: 'Cargando',
  more: 'Mostrar más',
  tryAgain: 'Intentar de nuevo',
  serverFailed: 'El servidor no pudo responder. No se perdió nada; inténtalo de nuevo en un momento.',
  connectionFailed: 'Falló la conexión con el servidor. Revisa tu red e inténtalo de nuevo.',
  partFailed: 'No se pudo cargar esta parte de la página',
  dialogFailed: 'No se pudo abrir',
  notification: 'Notificación',
  notifications: 'Notificaciones ({hotkey})',
  mailbox: 'Abrir el buzón',
  skip: 'Ir al contenido',
  footer: {
    rights: (year: number) => `© ${year} ${brand}. Todos los derechos reservados.`,
    label: 'Avisos legales',
    terms: 'Términos del servicio',
    privacy: 'Aviso de privacidad',
    language: 'Idioma',
  },
} satisfies Translation<typeof english>
