import { brand } from '#contract/brand.ts'
import type { Translation } from '#server/core/sentences.ts'
import type { mails as english } from '#server/mail/templates/sentences.ts'

const found = (count: number) =>
  count === 1 ? 'Encontramos 1 momento destacado' : `Encontramos ${count} momentos destacados`

const providers: Record<string, string> = {
  google: 'Google',
  firebase: 'Firebase',
  sandbox: 'el selector de cuentas de prueba',
}

/** A browser in our own words, as in server/accounts/sessions/device-name.ts. */
const deviceIn = (device: string) =>
  device
    .replace('a browser', 'un navegador')
    .replace(' on ', ' en ')
    .replace('an iPhone or iPad', 'un iPhone o iPad')
    .replace('a Mac', 'una Mac')

export const mails = {
  allSettings: 'Toda la configuración',
  greeting: ({ name }) => `Hola, ${name}:`,
  moment: ({ day, time }) => `${day}, ${time}`,
  openAddress: 'O abre esta dirección:',
  unsubscribe: 'Cancelar la suscripción a estos correos',

  unprovedSubject: 'Se subió un video con este correo',
  unprovedTitle: '¿Es tuyo este correo?',
  unprovedPreview: `Alguien subió un video a ${brand} con este correo.`,
  unprovedMessage: `Alguien, seguramente tú, subió un video a ${brand} con este correo. Inicia sesión una vez con un enlace por correo para confirmar que es tuyo. Desde entonces te escribiremos sobre tus videos.`,
  unprovedAction: 'Confirmar este correo',
  unprovedNote: 'Si no fuiste tú, no hagas nada. No volveremos a escribirte.',

  uploadSubject: ({ title }) => `Recibimos tu video “${title}”`,
  uploadTitle: 'Llegó tu video',
  uploadPreview: 'Lo estamos preparando para que se pueda ver. Luego buscamos sus mejores momentos.',
  uploadMessage: ({ title }) =>
    `“${title}” llegó bien. Lo estamos preparando para que se pueda ver y luego buscamos sus mejores momentos. Te escribiremos cuando esté listo.`,
  uploadAction: 'Ver tu video',

  analyzedSubject: ({ title }) => `Analizamos “${title}”`,
  analyzedTitle: 'Terminó el análisis',
  analyzedMessage: ({ title, why }) => `Terminó el análisis de “${title}”. ${why}`,
  foundSubject: ({ title, count }) => `${found(count)} en “${title}”`,
  foundTitle: ({ count }) => found(count),
  foundPreview: ({ percent }) => `Potencial viral: ${percent}.`,
  foundMessage: ({ title }) =>
    `Terminó el análisis de “${title}”. Ahora lo revisa nuestro equipo y te contaremos qué decide.`,
  foundHighlights: 'Momentos destacados',
  foundPotential: 'Potencial viral',
  foundAction: 'Ver qué encontramos',

  milestoneSubject: ({ sum }) => `Ya ganaste ${sum} con ${brand}`,
  milestoneTitle: ({ sum }) => `Llegaste a ${sum}`,
  milestonePreview: ({ next }) => (next === null ? 'Es la última meta.' : `Siguiente meta: ${next}.`),
  milestoneMessage: ({ sum, next }) =>
    `Con tus rodadas ya ganaste ${sum}. ${next === null ? 'Era la última meta: las alcanzaste todas.' : `La siguiente meta es ${next}.`}`,
  milestoneEarned: 'Ganado hasta ahora',
  milestoneNext: 'Siguiente meta',
  milestoneAction: 'Ver tus ganancias',

  weekSubject: ({ week }) => `Tu semana en ${brand}, ${week}`,
  weekTitle: 'Tu semana',
  weekAction: 'Abrir tu panel',

  seeVideos: 'Ver tus videos',
  watch: 'Ver el video',
  seePayouts: 'Ver tus pagos',
  uploadAgain: 'Subirlo otra vez',
  openPublishing: 'Abrir publicaciones',
  openPayouts: 'Abrir pagos',
  openWeights: 'Abrir pesos del puntaje',
  openReports: 'Abrir reportes',
  reviewReel: 'Revisar el reel',

  renewalTitle: 'No pudimos renovar tu plan',
  renewalUntil: ({ day }) =>
    `Conservas tu plan hasta el ${day} mientras lo intentamos de nuevo. Actualiza tu tarjeta para conservarlo después.`,
  renewalOver: 'Estás en el plan gratuito hasta que se pague. Actualiza tu tarjeta para recuperar tu plan.',
  renewalMessage: ({ sum, state }) => `Tu banco rechazó el cobro de ${sum} por tu plan. ${state}`,
  renewalAction: 'Actualizar tu tarjeta',
  renewalNote: 'Enviamos este correo una vez por cada pago que falla, porque tienes un plan.',

  securitySubject: ({ title }) => `${title} en ${brand}`,
  securityMessage: ({ message }) => `${message} Si fuiste tú, no tienes que hacer nada.`,
  securityAdvice:
    'Si no fuiste tú, cierra esa sesión en Configuración, activa la verificación en dos pasos y escríbenos.',
  securityAction: 'Abrir Configuración',
  deviceTitle: 'Nuevo inicio de sesión en tu cuenta',
  deviceMessage: ({ device, when }) =>
    `Alguien inició sesión en tu cuenta con ${deviceIn(device)} (${when}), en un navegador que no habías usado.`,
  bankAddedTitle: 'Nueva cuenta bancaria para tus pagos',
  bankAddedMessage: ({ when }) => `Tus pagos ahora van a la cuenta bancaria que se agregó el ${when}.`,
  bankOpenedTitle: 'Tu cuenta bancaria podría cambiar',
  bankOpenedMessage: ({ when }) =>
    `Alguien abrió la página para cambiar la cuenta bancaria de tus pagos el ${when}.`,
  methodTitle: 'Nueva forma de iniciar sesión en tu cuenta',
  methodMessage: ({ provider, when }) =>
    `Se agregó ${providers[provider] ?? 'otro proveedor'} como forma de iniciar sesión en tu cuenta el ${when}.`,
} satisfies Translation<typeof english>
