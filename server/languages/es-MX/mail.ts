import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/mail/sentences.ts'

export const mail = {
  alreadySent: 'Este correo ya se envió.',
  notSent: ({ reason }) => `No se envió el correo: ${reason}.`,
  serverRefused: 'El servidor de correo no aceptó el mensaje. Inténtalo de nuevo en unos minutos.',
} satisfies Translation<typeof english>
