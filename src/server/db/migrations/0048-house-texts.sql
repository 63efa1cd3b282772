-- What an operator publishes for everybody: terms, privacy, help. Each version stays, so that one can say what somebody
-- agreed to.

create table house_text (
  page text not null check (page in ('terms', 'privacy', 'help')),
  version integer not null check (version > 0),
  body_en text not null check (length(body_en) between 1 and 40000),
  body_es text not null check (length(body_es) between 1 and 40000),
  -- What is new in it, for operators.
  note text not null default '' check (length(note) <= 500),
  published_at timestamptz not null,
  -- Who did; null for the first ones, which came with the house.
  published_by uuid,
  primary key (page, version)
);

create table terms_acceptance (
  user_id uuid not null references users (id) on delete cascade,
  page text not null,
  version integer not null,
  accepted_at timestamptz not null,
  primary key (user_id, page, version),
  foreign key (page, version) references house_text (page, version)
);
create index terms_acceptance_text_idx on terms_acceptance (page, version);

insert into house_text (page, version, published_at, body_en, body_es) values
('terms', 1, '2026-01-01T07:00:00Z',
$$## What Crew does
Crew connects customers who want work done at their homes, rentals and complexes with independent crews who do it. You see the price before you book, and the crew sees its pay before it takes the work.

## Booking and prices
- The price that you see when you book is the price that you pay, with any tax. Extra work is done only when you approve it.
- Weekly services go on until you end them. You can skip, pause or end them at any time, without a fee.
- For work that is ordered once, your card holds the amount when you book. Calling it off is free for a while; later it costs the fee that is shown before you confirm.

## Paying
- Weekly services are charged on Monday for the week before, on your card or by invoice if we agreed on one.
- If a charge is declined we tell you and try again. Services pause until what is due is paid.
- Tips go to the crew, whole.

## If something is wrong
Report it within 72 hours, with photos if you can. We send the crew again, give money back, or explain why not. If nobody came you pay nothing.

## Access and safety
Make sure that the crew can get to the work, and tell us about animals, alarms and anything that could hurt somebody. A crew may leave where work would be unsafe.

## For crews
- You work for yourself: you choose the days, the routes and the work that you take.
- Your share of each price is shown before you take work. Earnings are paid out every week to the account that you connect.
- Work that you took is a promise. Give it back early if you cannot do it.

## Your account
Keep your sign-in to yourself and your details right. We may freeze an account that is used to cheat or to hurt others; you are told why and can answer.

## Changes
When these terms change we publish the new version here, with its date. Each version stays readable.
$$,
$$## Qué hace Crew
Crew conecta a clientes que quieren trabajos en sus casas, alquileres y complejos con equipos independientes que los hacen. Ves el precio antes de reservar, y el equipo ve su pago antes de tomar el trabajo.

## Reservas y precios
- El precio que ves al reservar es el que pagas, con los impuestos. El trabajo extra se hace solo si lo apruebas.
- Los servicios semanales siguen hasta que los terminas. Puedes omitirlos, pausarlos o terminarlos cuando quieras, sin cargo.
- En un trabajo de una sola vez, tu tarjeta reserva el importe al pedirlo. Cancelar es gratis por un tiempo; después cuesta el cargo que se muestra antes de confirmar.

## Pagos
- Los servicios semanales se cobran el lunes por la semana anterior, a tu tarjeta o por factura si así lo acordamos.
- Si un cobro se rechaza te avisamos y lo intentamos otra vez. Los servicios se pausan hasta que se pague lo pendiente.
- Las propinas son para el equipo, completas.

## Si algo sale mal
Avísanos en un plazo de 72 horas, con fotos si puedes. Enviamos al equipo otra vez, devolvemos dinero o explicamos por qué no. Si nadie vino no pagas nada.

## Acceso y seguridad
Asegúrate de que el equipo pueda llegar al trabajo, y dinos si hay animales, alarmas o algo que pueda lastimar a alguien. Un equipo puede irse de donde el trabajo no sea seguro.

## Para los equipos
- Trabajas por tu cuenta: eliges los días, las rutas y el trabajo que tomas.
- Tu parte de cada precio se muestra antes de tomar el trabajo. Las ganancias se pagan cada semana a la cuenta que conectes.
- El trabajo que tomaste es una promesa. Devuélvelo con tiempo si no puedes hacerlo.

## Tu cuenta
Guarda tu acceso para ti y mantén tus datos correctos. Podemos congelar una cuenta que se use para engañar o dañar a otros; te decimos por qué y puedes responder.

## Cambios
Cuando estos términos cambian publicamos aquí la versión nueva, con su fecha. Cada versión se puede seguir leyendo.
$$),
('privacy', 1, '2026-01-01T07:00:00Z',
$$## What we keep
- Of everybody: name, email, phone and language.
- Of customers: the places where work is done, notes on how to get in, what was booked and paid. Card numbers never reach us: our payment provider keeps them.
- Of crews: base, hours, services, earnings, and what tax law asks for.
- Of each visit: photos, times, and where the phone was when the work was started and done.

## What it is for
To do the work, to prove it, to pay for it, to keep fraud out, and to meet the law. We do not sell it.

## Who sees what
- A crew sees the place, the access notes and the first name, for the work that it has taken.
- A customer sees the crew's first name, rating, photos of the work, and on the day about when it arrives.
- Our providers of payments, mail, messages and maps get what they need for their part.

## How long
As long as you have an account, and after that what the law asks us to keep, such as receipts and tax records.

## Your choices
Choose what you are notified of in your account. Ask us for a copy of your data, to correct it or to delete it. A browser that asks not to be tracked is not: no advertising pixel is loaded.
$$,
$$## Qué guardamos
- De todos: nombre, correo, teléfono e idioma.
- De los clientes: los lugares donde se trabaja, notas para entrar, lo reservado y lo pagado. Los números de tarjeta nunca nos llegan: los guarda nuestro proveedor de pagos.
- De los equipos: base, horarios, servicios, ganancias y lo que pide la ley de impuestos.
- De cada visita: fotos, horas y dónde estaba el teléfono al empezar y al terminar el trabajo.

## Para qué sirve
Para hacer el trabajo, probarlo, pagarlo, evitar el fraude y cumplir la ley. No lo vendemos.

## Quién ve qué
- Un equipo ve el lugar, las notas de acceso y el nombre, del trabajo que tomó.
- Un cliente ve el nombre del equipo, su calificación, las fotos del trabajo y, ese día, más o menos cuándo llega.
- Nuestros proveedores de pagos, correo, mensajes y mapas reciben lo que necesitan para su parte.

## Cuánto tiempo
Mientras tengas una cuenta, y después lo que la ley nos pide guardar, como recibos y registros de impuestos.

## Tus opciones
Elige en tu cuenta qué avisos recibes. Pídenos una copia de tus datos, corregirlos o borrarlos. Un navegador que pide no ser rastreado no lo es: no se carga ningún píxel de publicidad.
$$),
('help', 1, '2026-01-01T07:00:00Z',
$$## For customers
### How do I book?
Add a place, pick a service and its weekdays, see the exact price, and book. For one job today or this week, use [Book now](/ondemand).

### Can I skip a week?
Yes. Open **Jobs**, choose the visit and skip it, or pause the service for a range of days. It costs nothing.

### When am I charged?
On Monday for the week before. What is ordered once is charged when the work is done. Every receipt stands under **Billing**.

### Something was not done right
Open the visit and report it within 72 hours, best with a photo.

## For crews
### How do I get work?
Open **Jobs**: routes and single jobs near your base stand there with their pay. Take them, and confirm next week by Saturday 6 PM.

### There is no signal at the door
Do the stop as always. Photos and times are kept on your phone and sent by themselves later.

### When am I paid?
Every Wednesday, to the account that you connected, and at once on request for a small fee.

### I am ill, or late
Say so in the app as early as you can: the customers are told, and others are asked.

## Signing in
Forgot the password? [Ask for a new one](/forgot-password), or have a sign-in link mailed to you on [the sign-in page](/login).
$$,
$$## Para clientes
### ¿Cómo reservo?
Agrega un lugar, elige un servicio y sus días, mira el precio exacto y reserva. Para un trabajo hoy o esta semana usa [Reservar ahora](/ondemand).

### ¿Puedo omitir una semana?
Sí. Abre **Trabajos**, elige la visita y omítela, o pausa el servicio por unos días. No cuesta nada.

### ¿Cuándo me cobran?
El lunes por la semana anterior. Lo que se pide una sola vez se cobra cuando el trabajo está hecho. Cada recibo está en **Facturación**.

### Algo no quedó bien
Abre la visita y avísanos en un plazo de 72 horas, mejor con una foto.

## Para equipos
### ¿Cómo consigo trabajo?
Abre **Trabajos**: allí están las rutas y los trabajos cerca de tu base con su pago. Tómalos y confirma la semana siguiente antes del sábado a las 6 p. m.

### No hay señal en la puerta
Haz la parada como siempre. Las fotos y las horas se guardan en tu teléfono y se envían solas después.

### ¿Cuándo me pagan?
Cada miércoles, a la cuenta que conectaste, y al momento si lo pides, por un cargo pequeño.

### Estoy enfermo o voy tarde
Dilo en la app lo antes posible: avisamos a los clientes y preguntamos a otros.

## Para entrar
¿Olvidaste tu contraseña? [Pide una nueva](/forgot-password), o recibe por correo un enlace para entrar en [la página de entrada](/login).
$$);
