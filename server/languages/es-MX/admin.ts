import type { sentences as english } from '#server/admin/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'

export const admin = {
  staffOnly:
    'Nadie del equipo usa este correo, y las cifras de la plataforma solo se envían a nuestro equipo.',
} satisfies Translation<typeof english>
