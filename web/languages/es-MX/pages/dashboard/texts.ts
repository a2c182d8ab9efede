import { baseRatePerView, creatorShare, creatorShareInOlderCopy, viralBonusMax } from '#contract/constants.ts'
import { formatMoney, formatPercent } from '../../../../lib/format.ts'
import type { texts as english } from '../../../../pages/dashboard/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: (staff: boolean) => (staff ? 'Panel de administración' : 'Panel del creador'),
  stats: {
    views: 'Vistas totales',
    earnings: 'Ganancias totales',
    published: 'Videos publicados',
    processing: 'Procesando',
    total: 'Total de videos',
    selected: 'Seleccionados',
  },
  review: {
    title: 'Por revisar',
    text: (count: number) =>
      count === 1
        ? 'Un video espera revisión. Te avisamos qué decide nuestro equipo.'
        : `${count} videos esperan revisión. Te avisamos qué decide nuestro equipo.`,
  },
  projection: {
    title: 'Ganancias proyectadas',
    condition: 'Si se publican: suponemos 1,000 vistas por cada video.',
    share: `Tu ${formatPercent(creatorShare)} como creador`,
    basis: `Tarifa base de ${formatMoney(baseRatePerView)} por vista, bono viral de hasta ${viralBonusMax}x.`,
    failed: 'No pudimos cargar la proyección',
  },
  details: { cover: 'Portada' },
  selection: {
    start: 'Seleccionar videos',
    label: 'Videos seleccionados',
    all: 'Seleccionar todos',
    count: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
    video: (title: string) => `Seleccionar ${title}`,
    delete: 'Eliminar…',
    done: 'Listo',
    question: (count: number) => (count === 1 ? '¿Eliminar este video?' : `¿Eliminar ${count} videos?`),
    consequence: 'Los videos, sus clips y sus momentos se eliminan para siempre. No se puede deshacer.',
    more: (count: number) => `y ${count} más`,
    confirm: (count: number) => (count === 1 ? 'Eliminar el video' : `Eliminar ${count} videos`),
    deleting: (done: number, all: number) => `Eliminando… ${done} de ${all}`,
    cancel: 'Conservarlos',
    deleted: (count: number) => (count === 1 ? 'Video eliminado' : `${count} videos eliminados`),
    someStayed: (count: number) =>
      count === 1 ? '1 video no se eliminó' : `${count} videos no se eliminaron`,
    failed: 'No se eliminaron los videos',
    noConnection: 'Revisa tu conexión e inténtalo de nuevo.',
  },
  howItWorks: {
    title: 'Cómo funciona',
    steps: [
      { title: 'Sube tu video sin editar', text: 'Directo de la cámara, sin cortar nada.' },
      { title: 'La IA lo mejora', text: 'Encuentra momentos, escenas, un título y etiquetas por ti.' },
      { title: 'Revisamos y publicamos', text: 'Los videos seleccionados salen en redes sociales.' },
      {
        title: 'Recibes tu pago',
        text: `Gana el ${formatPercent(creatorShareInOlderCopy)} de los ingresos de cada video publicado.`,
      },
    ],
  },
  recent: {
    title: 'Videos recientes',
    uploadNew: 'Subir nuevo',
    empty: 'Aún no subes videos',
    emptyText: 'Tu primera rodada está a unos minutos de sus mejores momentos.',
    uploadFirst: 'Subir tu primer video',
    failed: 'No pudimos cargar tus videos',
    loading: 'Cargando tus videos',
    details: 'Ver detalles',
    resume: 'Reanudar',
    ai: 'IA',
  },
} satisfies Translation<typeof english>
