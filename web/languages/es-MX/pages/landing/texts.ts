import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../../../lib/format.ts'
import type { texts as english } from '../../../../pages/landing/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  headline: ['Tú ruedas.', 'Encontramos lo mejor.', 'Tú cobras.'],
  lead: `Sube tus videos sin editar. ${brand} lee la imagen, el sonido y los sensores de tu cámara, encuentra los momentos que vale la pena ver y hace que los vean.`,
  signUp: {
    title: `Empieza con ${brand}`,
    prompt: 'Escribe tu correo para crear tu cuenta de creador. Es gratis y sin tarjeta de crédito.',
    email: 'Correo electrónico',
    placeholder: 'tu@ejemplo.com',
    submit: 'Empezar a crear',
    submitting: 'Creando tu cuenta...',
    agreeing: 'Al registrarte aceptas los',
    terms: 'Términos del servicio',
    and: 'y el',
    privacy: 'Aviso de privacidad',
    or: 'O inicia sesión con Google',
    google: 'Iniciar sesión con Google',
    googleBusy: 'Iniciando sesión...',
    linkSent: 'Revisa tu correo',
    linkSentText: (email: string) =>
      `${email} ya tiene una cuenta. Le enviamos un enlace: ábrelo y listo, ya entraste.`,
    otherEmail: 'Usar otro correo',
    welcome: { title: '¡Hola!', description: '¡Iniciaste sesión!' },
    failed: {
      title: 'No se pudo iniciar sesión',
      description: 'Inténtalo de nuevo.',
      variant: 'destructive',
    },
  },
  google: {
    notLoaded: {
      title: 'Error al iniciar sesión con Google',
      description: 'No se pudo iniciar sesión con Google. Inténtalo de nuevo.',
      variant: 'destructive',
    },
    noCredential: {
      title: 'Error de autenticación',
      description: 'Google no envió ninguna credencial',
      variant: 'destructive',
    },
    failed: {
      title: 'No se pudo iniciar sesión',
      description: 'No se pudo iniciar sesión con Google. Inténtalo de nuevo.',
      variant: 'destructive',
    },
  },
  demo: {
    label: 'Rodada simulada',
    title: 'Salto al atardecer',
    picture: 'Un UTV salta en un camino del desierto, con velocidad, fuerza g y tiempo en el aire.',
    jump: (airtime: number) => `Salto: ${airtime.toFixed(1)} s en el aire`,
    why: 'Lo detectó el sensor de movimiento de la cámara. Los indicadores van en el clip.',
    quiet: { title: 'Tranquilo', text: 'Aquí nada sobresale del resto de la rodada.' },
    play: 'Reproducir',
    pause: 'Pausar',
  },
  steps: {
    title: 'Cómo funciona',
    items: [
      {
        title: 'Sube tu video sin editar',
        text: 'Desde el celular en el camino o desde tu casa. Si se corta la conexión no pasa nada: la subida sigue donde se quedó.',
      },
      {
        title: 'La IA lo mejora',
        text: 'Encuentra y califica saltos, subidas, sustos y paisajes, cada uno con los datos medidos que lo explican.',
      },
      {
        title: 'Gana y comparte',
        text: 'Publicamos lo seleccionado en las grandes plataformas, y cada vista cuenta para ti.',
      },
    ],
  },
  features: {
    title: 'Hecho para pilotos, no para editores',
    ai: {
      title: 'Mejora con IA',
      text: 'La imagen, el sonido, el GPS y los sensores de movimiento coinciden en lo que valió la pena, y dicen por qué.',
    },
    revenue: {
      title: 'Reparto de ingresos',
      text: `Te quedas con el ${formatPercent(creatorShare)} de lo que ganan tus videos publicados, pagado a tu cuenta.`,
      you: 'Tú',
      us: brand,
    },
    community: {
      title: 'Hecho en comunidad',
      text: 'Conecta con otros pilotos y descubre caminos que alguien acaba de rodar.',
    },
  },
  ready: {
    title: '¿Listo para arrancar?',
    text: 'Tu próxima rodada ya está en la cámara. Es gratis y sin tarjeta de crédito.',
  },
} satisfies Translation<typeof english>

export const windowTitle = `${brand}: ${texts.headline.join(' ')}`
