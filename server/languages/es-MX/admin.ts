import type { sentences as english } from '#server/admin/sentences/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const admin = {
  staffOnly:
    'Nadie del equipo usa este correo, y las cifras de la plataforma solo se envían a nuestro equipo.',
  earnedSoFar: 'Ganado hasta ahora',
  pendingPayouts: 'Pagos pendientes',
  processing: 'En proceso',
  publishedThisWeek: 'Publicados esta semana',
  revenue: 'Ingresos',
  uploadedThisWeek: 'Subidos esta semana',
  users: 'Usuarios',
  videos: 'Videos',
  videosWait: ({ count }) =>
    count === 1 ? 'Hay 1 video por revisar.' : `Hay ${count.toLocaleString('es-MX')} videos por revisar.`,
  viewsSoFar: 'Vistas hasta ahora',
  waitingForReview: 'Por revisar',
  weekPublished: ({ count }) =>
    count === 1
      ? 'Esta semana se publicó uno de tus videos.'
      : `Esta semana se publicaron ${count} de tus videos.`,
  weekQuiet: 'Fue una semana tranquila. Tu próxima rodada se sube en unos minutos.',
  weekUploaded: ({ count }) => `Esta semana subiste ${count === 1 ? 'un video' : `${count} videos`}.`,
  weekWaiting: 'Tus videos siguen en revisión. No tienes que hacer nada.',
} satisfies Translation<typeof english>
