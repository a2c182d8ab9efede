import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../../../lib/format.ts'
import type { terms as english } from '../../../../pages/legal/texts.ts'
import type { Translation } from '../../../translation.ts'

export const terms = {
  title: 'Términos del servicio',
  since: 'En vigor desde el 22 de noviembre de 2026',
  sections: [
    {
      title: 'Lo que aceptas',
      text: `${brand} guarda los videos que subes, los analiza y publica los que nuestro equipo selecciona. Al crear una cuenta aceptas estos términos. Si tienes menos de 18 años, tu madre, padre o tutor debe aceptarlos por ti.`,
    },
    {
      title: 'Tus videos siguen siendo tuyos',
      text: `Conservas todos los derechos sobre lo que subes. Permites que ${brand} lo guarde, procese, edite y publique en las plataformas que aparecen en tu panel mientras esté en tu cuenta. Si eliminas un video sin publicar, también eliminamos nuestras copias; si nos pides retirar uno publicado, lo hacemos.`,
    },
    {
      title: 'Lo que puedes subir',
      text: 'Solo videos que grabaste tú o que puedes usar, de rodadas donde está permitido rodar. Nada que ponga en peligro a alguien ni que muestre a personas que no aceptaron salir, y nada ilegal. Podemos rechazar o retirar un video, y te decimos por qué.',
    },
    {
      title: 'Lo que ganas',
      text: `Los videos publicados ganan dinero con sus vistas. El ${formatPercent(creatorShare)} de lo que gana un video es tuyo. En tu panel puedes seguir cada cifra, de la vista al pago. Para recibir pagos necesitas un correo verificado y una cuenta que pueda recibir dinero; tú pagas los impuestos que te correspondan.`,
    },
    {
      title: 'Puntajes y proyecciones',
      text: 'Los puntajes de los momentos, el potencial viral y las ganancias proyectadas son estimaciones a partir de lo que se midió en tu video. No son una promesa de vistas ni de ingresos.',
    },
    {
      title: 'Lo que aprendemos de las revisiones',
      text: `Cuando nuestro equipo aprueba, rechaza o recorta un momento, o decide sobre un video, ${brand} anota qué momento fue, su puntaje y el veredicto. Al subir un video aceptas que usemos esas notas para mejorar los puntajes de los momentos, y para nada más. Se eliminan junto con el video. Puedes desactivarlo en Configuración, Privacidad: entonces se eliminan las notas de tus videos y no se guardan nuevas.`,
    },
    {
      title: 'Rueda con cuidado',
      text: 'Ningún puntaje vale un riesgo. Para conseguir uno mejor no rebases tus límites, no entres a caminos cerrados y no violes la ley.',
    },
    {
      title: 'Cierre de tu cuenta',
      text: 'Puedes cerrar tu cuenta cuando quieras; te pagamos lo que hayas ganado hasta entonces. Podemos cerrar una cuenta que no respete estos términos, después de explicarle a su dueño por qué.',
    },
  ],
} satisfies Translation<typeof english>

export const privacy = {
  title: 'Aviso de privacidad',
  since: 'En vigor desde el 23 de noviembre de 2026',
  sections: [
    {
      title: 'Qué guardamos',
      text: 'Tu correo y el perfil que escribes; tus videos, tal como los subiste, con todo lo que tu cámara grabó en el archivo; lo que nuestro análisis encuentra en ellos y lo que nuestro equipo decide; las vistas y ganancias de los videos publicados; tu plan y tus pagos; los navegadores y direcciones de red con los que inicias sesión; y un registro de lo que nuestro equipo hizo con tu cuenta y tus videos.',
    },
    {
      title: 'Para qué lo usamos',
      text: 'Para reproducir, analizar, revisar y publicar tus videos, para pagarte y para mantener seguras las cuentas. Lo que el equipo decide sobre tus videos también mejora los puntajes de los momentos, a menos que lo desactives en Configuración, Privacidad. Nada más. No vendemos datos ni mostramos anuncios en estas páginas.',
    },
    {
      title: 'Lo que solo tú y nuestro equipo ven',
      text: 'Tu archivo original puede traer tu ubicación, el número de serie de tu cámara y nombres. Se usa para el análisis y nunca se entrega a nadie. Tú y nuestro equipo ven lo que el análisis midió: velocidad, fuerzas, tiempo en el aire y los momentos que encontró. El equipo también ve tu correo y mira tus videos antes de que se publique algo.',
    },
    {
      title: 'Lo que todos pueden ver',
      text: 'Los videos, clips y portadas publicados son archivos nuevos que solo traen imagen y sonido: sin ubicación, sin datos de la cámara, sin nombres. Llevan un título, una descripción y etiquetas. La página pública de un video publicado también muestra gráficas de velocidad y fuerza g, y un mapa con alturas solo si lo activas en Configuración. La imagen no se modifica, así que lo que grabaste puede mostrar dónde estabas.',
    },
    {
      title: 'Dónde empiezan y terminan tus rodadas',
      text: 'Lo que otros ven omite todo lo que el GPS midió cerca de los lugares donde empiezan y terminan tus rodadas, incluso si pasas por ahí a media rodada. Nuestro equipo tampoco lo ve. Puedes desactivarlo en Configuración, Privacidad.',
    },
    {
      title: 'Quién más lo recibe',
      text: 'Las plataformas donde publicamos reciben el corte publicado, su portada, título, descripción y etiquetas. El procesador de pagos recibe lo necesario para cobrarte y pagarte. Si inicias sesión con Google, Google nos da tu nombre, correo y foto. Si un modelo de lenguaje escribe tus títulos, recibe los datos medidos que otros pueden ver y el título que le diste al video, no el video.',
    },
    {
      title: 'En tu navegador',
      text: 'Una cookie mantiene tu sesión abierta, otra reconoce este navegador para avisarte por correo si entran desde uno nuevo y otra recuerda el idioma que elegiste. El navegador también recuerda los colores que elegiste, el volumen del reproductor y una subida sin terminar. Nadie más te rastrea aquí.',
    },
    {
      title: 'Cuánto tiempo',
      text: 'Tus videos y los archivos que salen de ellos se quedan hasta que los elimines o elimines tu cuenta. Una sesión termina cuando la cierras o dejas de usarla; un navegador que ya no usas se olvida a los 400 días. Si suspendemos una cuenta, guardamos un código hecho a partir de su correo, que no permite conocerlo, para que una cuenta nueva con el mismo correo siga suspendida.',
    },
    {
      title: 'Tus derechos',
      text: 'Puedes ver, corregir, descargar y eliminar lo que guardamos sobre ti, en Configuración. Al eliminar tu cuenta se eliminan tus videos, tu perfil y tus accesos. Los registros de vistas, ganancias, pagos y facturas se conservan mientras lo exija la ley, con un número aleatorio en lugar de tu nombre.',
    },
  ],
} satisfies Translation<typeof english>
