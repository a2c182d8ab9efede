import type { texts as english } from '../../../../features/held-uploads/texts.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({
  title: 'Error',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Subidas de antes de que confirmaras tu correo',
  explain:
    'Alguien escribió tu correo y subió estos videos antes de que lo confirmaras. Si fuiste tú, acéptalos; nadie los ve hasta entonces.',
  accept: 'Aceptar',
  accepting: 'Aceptando...',
  discard: 'Eliminar',
  discarding: 'Eliminando...',
  uploaded: (when: string) => `Subido: ${when}`,
  accepted: {
    title: 'Subidas aceptadas',
    description: 'Las encuentras en tu panel.',
  },
  discarded: { title: 'Subidas eliminadas' },
  failed: failed('No funcionó. Inténtalo de nuevo.'),
  banner: {
    title: (count: number) =>
      count === 1 ? 'Una subida espera tu decisión' : `${count} subidas esperan tu decisión`,
    text: 'Se enviaron con tu correo antes de que lo confirmaras. Nadie las ve hasta que las aceptes.',
    action: 'Decidir',
  },
} satisfies Translation<typeof english>
