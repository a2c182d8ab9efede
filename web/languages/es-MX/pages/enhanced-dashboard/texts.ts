import { baseRatePerView, creatorShare, viralBonusMax } from '#contract/constants.ts'
import { formatMoney, formatPercent } from '../../../../lib/format.ts'
import type { texts as english } from '../../../../pages/enhanced-dashboard/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: (staff: boolean) => (staff ? 'Panel de administración' : 'Panel avanzado del creador'),
  tabsLabel: 'Panel',
  tabs: {
    overview: 'Resumen',
    tracking: 'Seguimiento',
    previews: 'Vistas previas',
    earnings: 'Ganancias',
    notifications: 'Notificaciones',
    profile: 'Perfil',
  },
  stats: {
    views: 'Vistas totales',
    earnings: 'Ganancias totales',
    published: 'Videos publicados',
    viral: 'Potencial viral promedio',
  },
  upload: {
    button: 'Subir un video',
    dialog: 'Subir un video',
    started: {
      title: 'Subida iniciada',
      description: 'Ya llegó y lo estamos procesando.',
    },
  },
  quick: {
    upload: { title: 'Subir', text: 'Manda la próxima rodada; en segundos se puede ver.' },
    earnings: { title: 'Ganancias', text: 'Lo que tus videos podrían ganar en un mes.' },
    notifications: {
      title: 'Notificaciones',
      text: (unread: number) => (unread === 0 ? 'Todo está leído.' : `${unread} sin leer.`),
    },
  },
  recent: 'Notificaciones recientes',
  allNotifications: 'Ver todas',
  empty: 'Aún no subes videos',
  emptyText: 'Aquí cada video muestra cuánto lleva, desde el primer byte hasta sus momentos.',
  uploadFirst: 'Subir tu primer video',
  loading: 'Cargando tus videos',
  failed: 'No pudimos cargar tus videos',
  tracking: {
    progress: 'Avance del procesamiento',
    uploaded: 'Subido',
    ai: 'Procesamiento con IA',
    viral: 'Potencial viral',
    noScore: 'N/D',
    error: 'Falló el procesamiento con IA',
  },
  aiStates: { completed: 'Listo', processing: 'En proceso', failed: 'Falló', pending: 'Pendiente' },
  previews: {
    processing: 'Procesando video...',
    awaiting: 'Esperando la subida...',
    edit: 'Editar',
    play: 'Reproducir',
    aiResults: 'Resultados de la IA',
    highlights: 'Momentos',
    viral: 'Potencial viral',
    action: 'Clips de acción',
    scenic: 'Clips de paisaje',
    compilation: 'Reel',
    worthy: (count: number) => `${count} ${count === 1 ? 'momento' : 'momentos'} arriba de 0.7`,
    split: (action: number, scenic: number) => `${action} de acción, ${scenic} de paisaje`,
    premium: (count: number) => `${count} ${count === 1 ? 'clip' : 'clips'} premium`,
    shorts: (count: number) => `${count} ${count === 1 ? 'corto' : 'cortos'} de acción`,
    stream: {
      inprogress: 'Preparando la transmisión',
      ready: 'Transmisión lista',
      error: 'Falló la transmisión',
    },
  },
  earnings: {
    title: 'Ganancias mensuales proyectadas',
    failed: 'No pudimos cargar la proyección',
    facts: [
      ['Tarifa base', `${formatMoney(baseRatePerView)} por vista`],
      ['Bono viral', `hasta ${viralBonusMax}x`],
      ['Parte del creador', formatPercent(creatorShare)],
    ],
    condition: 'Si se publican: suponemos 1,000 vistas por cada video.',
    perVideo: 'Proyección por video',
    perVideoNote: 'Si se publica. Crece con el puntaje promedio de sus momentos.',
    none: 'Aún no se analiza ningún video',
    highlights: (count: number) => `${count} ${count === 1 ? 'momento' : 'momentos'}`,
  },
} satisfies Translation<typeof english>
