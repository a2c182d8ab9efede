import { brand } from '#contract/brand.ts'
import type { sentences as english } from '#server/accounts/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const accounts = {
  addressNotVerified: 'El correo de esta cuenta no está verificado. Verifícalo e inicia sesión otra vez.',
  badLink: 'Escribe enlaces completos que empiecen con https://.',
  confirmEmail: 'Primero confirma tu correo.',
  fresh: ({ minutes }) =>
    `Inicia sesión otra vez para continuar. Por seguridad, esto requiere haber iniciado sesión en los últimos ${minutes} minutos.`,
  googleNotSetUp: 'El acceso con Google no está configurado en este servidor. Usa tu correo.',
  lastAdmin: 'Es la única persona con el rol de administrador. Primero dale ese rol a alguien más.',
  linkAsked: 'Si este correo tiene una cuenta, le enviamos un enlace de acceso.',
  linkExpired: ({ minutes }) => `Este enlace venció. Los enlaces sirven durante ${minutes} minutos.`,
  linkUsed: 'Este enlace ya se usó. Cada enlace sirve para iniciar sesión una sola vez.',
  listExpected: ({ field }) => `${field} debe ser un arreglo JSON de textos.`,
  mailNotSent: 'No pudimos enviar el correo de acceso. Inténtalo de nuevo en un momento.',
  mailedInstead: 'Este correo ya tiene una cuenta. Te enviamos un enlace de acceso: ábrelo para continuar.',
  otherIdentity:
    'Este correo pertenece a una cuenta con otro acceso de este proveedor. Escribe tu correo para recibir un enlace de acceso.',
  ownSuspension: 'No puedes suspender tu propia cuenta.',
  providerDown: 'No logramos comunicarnos con el servicio de acceso. Inténtalo de nuevo en un momento.',
  providerNotSetUp: 'El acceso con otro servicio no está configurado en este servidor. Usa tu correo.',
  staffNeedTwoStep: 'En este servidor, el equipo necesita la verificación en dos pasos.',
  suspended:
    'Tu cuenta está suspendida: puedes verla, pero no cambiar nada. Si crees que es un error, escríbenos.',
  suspendedAddress: 'Se suspendió una cuenta con este correo.',
  tokenInvalid: 'Este token de acceso no es válido. Inicia sesión otra vez.',
  tokenUsed: 'Este token de acceso ya se usó. Inicia sesión otra vez.',
  twoStepExists: 'La verificación en dos pasos ya está configurada.',
  twoStepNeeded: 'Escribe el código de tu app de autenticación para continuar.',
  typeAddress: 'Escribe el correo al que se envió este enlace.',
  unverifiedStaff: 'Esta persona todavía no confirma su correo, así que no puede tener un rol del equipo.',
  wrongAddress: 'Este enlace no se envió a ese correo.',
  wrongCode: 'Ese código no es correcto. Revisa la hora de tu teléfono y prueba con el siguiente.',
  wrongEmail: 'Ese correo no es válido.',
  pageAdvice: 'Regresa e inténtalo de nuevo en un momento.',
  pageAskedOpen: 'Ábrelo en este navegador.',
  pageAskedTitle: 'Revisa tu correo',
  pageEmail: 'Correo electrónico',
  pageMailbox: 'Abrir el buzón',
  pageNewAction: 'Enviarme un enlace nuevo',
  pageNewTitle: 'Pide un nuevo enlace de acceso',
  pageOnce: 'El enlace sirve una sola vez. Si no lo pediste, solo cierra esta página.',
  pageOther:
    'Este enlace se pidió en otro navegador. Para iniciar sesión aquí, escribe el correo al que se envió:',
  pageOverNext: 'Escribe tu correo y te enviaremos uno nuevo.',
  pageOverTitle: 'Este enlace ya no sirve',
  pageReload: 'Vuelve a cargar esta página para intentarlo de nuevo. Tu enlace no se ha usado.',
  pageSignIn: 'Iniciar sesión',
  pageSignInTitle: `Inicia sesión en ${brand}`,
  pageSwitch: ({ person }) =>
    `Ahora tienes abierta la sesión de ${person}. Si entras con este enlace, este navegador cambia a la otra cuenta.`,
  pageYou: ({ person }) => `Vas a iniciar sesión como ${person}.`,
  reservedName: 'Este nombre está reservado para nuestro equipo. Usa tu propio nombre.',
  signInMailAsked: ({ address }) => `Alguien, seguramente tú, pidió iniciar sesión con ${address}.`,
  signInMailNotYou: 'Si no lo pediste, no hagas nada: sin el enlace nadie puede entrar.',
  signInMailOnce: ({ minutes }) =>
    `El enlace sirve una sola vez, durante ${minutes} minutos. Al iniciar sesión con él confirmas que este correo es tuyo.`,
  signInMailSubject: `Tu enlace para iniciar sesión en ${brand}`,
} satisfies Translation<typeof english>
