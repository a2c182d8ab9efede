import type { ShareReportReason } from '#contract/sharing/reasons.ts'
import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/sharing/sentences.ts'

const reasons: Record<ShareReportReason, string> = {
  unsafe: 'manejo peligroso o ilegal',
  privacy: 'un problema de privacidad',
  rights: 'música o videos de otra persona',
  offensive: 'odio, violencia o desnudez',
  other: 'otro motivo',
}

export const sharing = {
  alreadyDown: 'Este video ya se retiró.',
  clipNotReady: 'Podrás compartir este clip cuando esté listo.',
  manyReports: 'Hoy reportaste varios videos. Inténtalo de nuevo mañana.',
  notDown: 'Este video no está retirado.',
  notPlayable: 'Este video no se puede reproducir, así que no puedes compartirlo.',
  openedTooOften: 'Este enlace se abrió demasiadas veces hoy. Inténtalo de nuevo mañana.',
  playsSoon: 'Podrás compartir este video en cuanto se pueda reproducir.',
  reportedMessage: ({ reason }) => `Motivo: ${reasons[reason]}. Retira su enlace o déjalo.`,
  reportedTitle: ({ title }) => `Reportaron el video compartido “${title}”`,
  suspended: 'Tu cuenta está suspendida, así que no puedes compartir tus videos.',
  takenDown: 'Nuestro equipo retiró este video, así que no puedes compartirlo.',
  takenDownMessage:
    'Nuestro equipo lo retiró después de un reporte, así que su dirección ya no funciona. No puedes compartir este video hasta que lo permitan otra vez.',
  takenDownTitle: ({ title }) => `Se desactivó el enlace para compartir de “${title}”`,
  verifyFirst: 'Verifica tu correo para compartir tus videos.',
} satisfies Translation<typeof english>
