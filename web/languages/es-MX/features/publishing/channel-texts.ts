import type { channelTexts as english } from '../../../../features/publishing/channel-texts.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

export const channelTexts = {
  channel: (platform: string) => `Canal para ${platform}`,
  isDefault: 'Predeterminado',
  option: (name: string, isDefault: boolean) => (isDefault ? `${name} (predeterminado)` : name),
  another: 'Conectar otro',
  adminOnly: 'Solo un administrador puede conectar canales y elegir el predeterminado.',
  askAdmin: 'Pide a un administrador que lo vuelva a conectar.',
  anotherFor: (platform: string) => `Conectar otro canal de ${platform}`,
  reconnect: 'Volver a conectar',
  makeDefault: 'Usar como predeterminado',
  makeDefaultOf: (name: string) => `Usar ${name} como predeterminado`,
  madeDefault: (name: string): ToastContent => ({
    title: 'Cambió el canal predeterminado',
    description: name,
  }),
  defaultText: 'Las publicaciones que no indican un canal salen por el predeterminado.',
  waiting: (count: number) =>
    count === 1 ? '1 publicación programada' : `${count} publicaciones programadas`,
  held: (count: number) => (count === 1 ? '1 publicación en espera' : `${count} publicaciones en espera`),
  units: {
    label: 'Unidades en los textos generados',
    systems: { metric: 'km/h y metros', imperial: 'mph y pies' },
  },
  shared: (names: string) => `${names}, contados juntos`,
  disconnect: {
    of: (name: string) => `Desconectar ${name}`,
    title: (name: string) => `¿Desconectar ${name}?`,
    text: 'Ya no se publicará nada nuevo ahí. Lo publicado sigue en línea y sus vistas cuentan mientras la plataforma acepte nuestro permiso.',
    held: (count: number) =>
      count === 1
        ? '1 publicación programada queda en espera hasta que conectes el canal otra vez.'
        : `${count} publicaciones programadas quedan en espera hasta que conectes el canal otra vez.`,
    nextDefault: (name: string) => `${name} será el predeterminado.`,
    noDefault: (platform: string) => `No se podrá programar nada en ${platform} hasta conectar un canal.`,
    yes: 'Desconectar',
    no: 'Dejarlo conectado',
  },
} satisfies Translation<typeof english>
