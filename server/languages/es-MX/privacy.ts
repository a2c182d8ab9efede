import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/privacy/sentences.ts'

export const privacy = {
  wrongAddress: 'Ese no es el correo de tu cuenta.',
} satisfies Translation<typeof english>
