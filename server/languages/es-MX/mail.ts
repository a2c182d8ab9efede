import type { sentences as english } from '#server/mail/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'

export const mail = {
  alreadySent: 'Este correo ya se envió.',
  notSent: ({ reason }) => `No se envió el correo: ${reason}.`,
  serverRefused: 'El servidor de correo no aceptó el mensaje. Inténtalo de nuevo en unos minutos.',
} satisfies Translation<typeof english>
