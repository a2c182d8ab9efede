import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { payoutThresholdRange } from '#contract/money/constants.ts'
import { formatMoney, formatNumber } from '../../../../lib/format.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { texts as english } from '../../../../pages/admin/texts.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({ title: 'Error', description })

export const texts = {
  title: 'Panel de administración',
  denied: {
    title: 'Acceso denegado',
    description: 'No tienes permiso para abrir el panel de administración.',
    variant: 'destructive',
  },
  tabsLabel: 'Administración',
  tabs: {
    overview: 'Resumen',
    users: 'Usuarios',
    videos: 'Videos',
    payouts: 'Pagos',
    money: 'Dinero',
    settings: 'Configuración',
  },
  stats: {
    users: 'Total de usuarios',
    videos: 'Total de videos',
    revenue: 'Ingresos totales',
    pending: 'Revisiones pendientes',
    failed: 'No pudimos cargar las cifras',
    unpriced: (count: number) =>
      count === 1
        ? '1 video publicado aún no tiene precio'
        : `${count} videos publicados aún no tienen precio`,
    unpricedText:
      'Sus vistas no ganan nada hasta que un análisis les dé puntaje; entonces se cuentan todas las vistas hasta ese momento. Edita un video para analizarlo otra vez.',
    showUnpriced: 'Ver videos',
  },
  quick: [
    { path: '/admin/ai-highlights', title: 'Revisión de momentos', text: 'Videos que esperan revisión' },
    { path: '/notifications', title: 'Notificaciones', text: 'Qué se envía y el resumen semanal' },
    { path: '/email-preview', title: 'Vista previa de correos', text: 'Cómo se ve cada correo' },
    {
      path: '/admin/share-reports',
      title: 'Videos reportados',
      text: 'Videos compartidos que alguien reportó',
    },
    { path: '/docs', title: 'Documentación', text: 'Qué hacer cuando algo está en rojo, y todas las guías' },
  ],
  activity: {
    title: 'Actividad reciente',
    none: 'Aún no hay actividad',
    failed: 'No pudimos cargar la actividad',
    all: 'Registro de auditoría',
  },
  search: {
    users: 'Buscar nombres y correos',
    videos: 'Buscar títulos',
    role: 'Rol',
    allRoles: 'Todos los roles',
    state: 'Cuentas',
    allStates: 'Todas las cuentas',
    suspended: 'Suspendidas',
    active: 'Sin suspender',
    status: 'Estado',
    allStatuses: 'Todos los estados',
    ofUser: (name: string) => `Videos de ${name}`,
    unpriced: 'Videos publicados sin precio',
    all: 'Todos los videos',
  },
  loading: 'Cargando',
  users: {
    failed: 'No pudimos cargar los usuarios',
    none: 'Nadie coincide',
    roles: { user: 'Usuario', moderator: 'Moderador', admin: 'Administrador' },
    roleOf: (who: string) => `Rol de ${who}`,
    unverified: 'Correo sin verificar',
    since: (day: string) => `desde el ${day}`,
    suspended: 'Suspendida',
    details: 'Detalles',
    detailsOf: (who: string) => `Detalles: ${who}`,
  },
  user: {
    videos: 'Videos',
    suspend: 'Suspender',
    unsuspend: 'Quitar suspensión',
    suspendTitle: (who: string) => `Suspender a ${who}`,
    suspendText:
      'Sus sesiones se cierran ahora, las subidas se detienen y los pagos se retienen hasta que termine la suspensión. Le decimos el motivo.',
    reason: 'Motivo',
    reasonHint: 'La persona lo lee tal cual.',
    reasonNeeded: 'Explica por qué, en una oración.',
    suspendedSince: (when: string) => `Suspendida desde el ${when}`,
    milestones: 'Revisar metas',
    factor: 'Restablecer verificación en dos pasos',
    history: 'Historial',
    noHistory: 'Esta cuenta no tiene historial',
    historyFailed: 'No pudimos cargar el historial',
    cancel: 'Cancelar',
    joined: 'Se unió',
    next: (earned: number, next: number | null) =>
      next === null
        ? `Ganó ${formatMoney(earned)} y alcanzó todas las metas.`
        : `Ganó ${formatMoney(earned)}; próxima meta: ${formatMoney(next)}.`,
  },
  videos: {
    failed: 'No pudimos cargar los videos',
    none: 'Ningún video coincide',
    unknownDuration: 'Duración desconocida',
    statusOf: (title: string) => `Estado de ${title}`,
    choose: (title: string) => `Seleccionar ${title}`,
    chooseAll: 'Seleccionar todos los que se muestran',
    hidden: 'Oculto',
    unpriced: 'Aún sin precio',
    statuses: {
      pending: 'Pendiente',
      approved: 'Aprobado',
      rejected: 'Rechazado',
      published: 'Publicado',
    },
    review: 'Revisar',
    details: 'Detalles',
    detailsOf: (title: string) => `Detalles: ${title}`,
    edit: 'Editar',
    hide: 'Ocultar',
    unhide: 'Mostrar otra vez',
    history: 'Historial',
    noHistory: 'No se ha decidido nada sobre este video',
    historyFailed: 'No pudimos cargar el historial',
    of: (who: string) => `de ${who}`,
  },
  bulk: {
    label: 'Videos seleccionados',
    chosen: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
    set: 'Cambiar su estado',
    apply: 'Aplicar',
    applying: 'Aplicando...',
    clear: 'Limpiar',
    refused: (count: number) => (count === 1 ? 'Un video no cambió' : `${count} videos no cambiaron`),
  },
  payouts: {
    failed: 'No pudimos cargar los pagos',
    none: 'Aún no hay pagos',
    from: 'Desde',
    to: 'Hasta',
    totals: (count: number, amount: string, fee: string, net: string) =>
      `${count === 1 ? '1 pago' : `${formatNumber(count)} pagos`}: ${amount} menos ${fee} de comisiones, ${net} netos.`,
    failedCount: (count: number) =>
      count === 1
        ? '1 falló y no cuenta en las sumas.'
        : `${formatNumber(count)} fallaron y no cuentan en las sumas.`,
    short: (amount: string, by: string) => `Agrega ${amount} antes del ${by}`,
    waits: 'Los pagos en espera salen solos cuando llegue el dinero.',
    stopped: 'Los pagos se detuvieron',
    covered: (amount: string) => `El saldo de Stripe, ${amount}, cubre los próximos pagos.`,
  },
  settings: {
    title: 'Configuración de la plataforma',
    note: 'Se define en el servidor; aquí solo se consulta.',
    facts: [
      ['Nombre de la plataforma', brand],
      ['Porcentaje para el creador', String(Math.round(creatorShare * 100))],
      ['Pago mínimo', formatMoney(payoutThresholdRange.default)],
      ['Estado', 'En operación'],
    ],
  },
  weights: {
    title: 'Puntajes de los momentos',
    text: 'Los veredictos del equipo muestran qué tan correctos son los puntajes. Cada noche se comparan y se proponen mejores pesos.',
    open: 'Pesos del puntaje',
  },
  audit: {
    title: 'Registro de auditoría',
    back: 'Admin',
    explain: 'Cada acción del equipo: quién, qué, sobre qué objeto, antes y después.',
    actor: 'Quién',
    actorHint: 'Correo o ID',
    action: 'Acción',
    objectType: 'Tipo de objeto',
    objectId: 'ID del objeto',
    from: 'Desde',
    to: 'Hasta',
    csv: 'Descargar como CSV',
    failed: 'No pudimos cargar el registro de auditoría',
    none: 'Ningún registro coincide',
    server: 'la configuración del servidor',
    gone: 'una cuenta eliminada',
    before: 'Antes',
    after: 'Después',
    nothing: 'nada',
  },
  toasts: {
    roleUpdated: { title: 'Rol actualizado', description: 'El rol del usuario se actualizó.' },
    roleFailed: failed('No se pudo cambiar el rol. Inténtalo de nuevo.'),
    videoUpdated: { title: 'Video actualizado' },
    videosUpdated: (count: number) => ({
      title: count === 1 ? 'Video actualizado' : 'Videos actualizados',
      description: count === 1 ? '1 video tiene el nuevo estado.' : `${count} videos tienen el nuevo estado.`,
    }),
    videoFailed: failed('No se pudo cambiar el estado del video. Inténtalo de nuevo.'),
    suspended: { title: 'Cuenta suspendida' },
    unsuspended: { title: 'Suspensión terminada' },
    suspendFailed: 'No se pudo cambiar la cuenta',
    milestones: { title: 'Metas revisadas' },
    milestonesFailed: 'No se pudieron revisar las metas',
    factorGone: { title: 'Verificación en dos pasos restablecida' },
    factorFailed: 'No se pudo restablecer la verificación en dos pasos',
    hidden: { title: 'Video oculto' },
    shown: { title: 'Video visible otra vez' },
    hideFailed: 'No se pudo cambiar quién ve el video',
    noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>
