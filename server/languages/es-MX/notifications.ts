import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/notifications/sentences.ts'

export const notifications = {
  tooManyStreams: 'Hay demasiadas conexiones en vivo desde tu red. Inténtalo de nuevo más tarde.',
  unknownZone: 'Zona horaria desconocida. Elige una de la lista.',
  unknownZoneName: 'Zona horaria desconocida. Usa un nombre de IANA, como America/Mexico_City.',
  unsubscribeAction: 'Cancelar suscripción',
  unsubscribeAsk:
    'Dejaremos de enviarte correos de este tipo. Lo que pasa con tus videos lo ves siempre al iniciar sesión.',
  unsubscribeAskTitle: '¿Ya no quieres recibir estos correos?',
  unsubscribed: 'Ya no recibirás correos de este tipo.',
  unsubscribedSettings: 'Toda la configuración',
  unsubscribedTitle: 'Suscripción cancelada',
} satisfies Translation<typeof english>
