import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { isAnsweredByNumber, meaningOf } from '#commerce/messages/replies.ts';
import { smsSize, stopConfirmation, withOptOut } from '#commerce/messages/sending.ts';

const listOf = (text: string): readonly string[] => text.split('|').map((reply) => reply.trim());

/** Requests to stop, in words of people. */
const requests = listOf(`
  Can you please stop texting | Stop sending these to me | Please take me off of this list. |
  I'd like to be removed from this list | I want to be taken off your list |
  Could you remove my phone number? | please delete me from your list |
  Remove my name from your contact list | Opt me out of this | I wish to opt-out | OPT OUT PLEASE |
  Opting out | quit texting | QUIT! | please quit | Quit sending me stuff | End. | END SUBSCRIPTION |
  End this | Please end this subscription | Cancel my subscription | cancel subscription please |
  CANCEL!!! | Cancel these messages | I am revoking my consent | I hereby revoke consent |
  Revoke my permission to text me | Plz unsubscribe | UNSUBSCRIBE!! | how to unsubscribe |
  I want to unsubscribe from your texts | un-subscribe | please unsubscribe me from everything |
  i unsubscribe | unsubscribe all | No more text messages | no more of these texts please |
  No more, please | do not text this number | Don't text me again | dont text me |
  Please do not message me | stop messages | Stop the messages | stop the texts please | stop the spam |
  Stop spam | This is spam, stop | I don't want any more texts from you | I don't want to receive texts |
  I don't want to get your messages | I do not want texts | I didn't ask for this | leave me alone please |
  Please leave me alone | take me off | Take me off this | get me off this list |
  Get me off your list now | stop this please | stop this nonsense | stop it now | STOP NOW |
  stop immediately | please stop immediately | Stop. Now. | stop. please. stop |
  stop contacting my number | stop all texts | stop everything | Stop - wrong number | wrong number stop |
  This number no longer belongs to Ana, please stop | who is this? stop texting me |
  Please STOP sending to this number | STOP thank you | Stop thank you very much | thanks but stop |
  No thank you, please stop | sorry, stop | hello stop | Hi Green Acres, please stop texting me |
  ya no me envíen mensajes | Ya no manden mensajes | No manden más | No me manden más nada |
  por favor dejen de mandar mensajes | parar por favor | Detener | DETENER MENSAJES | Basta! |
  basta por favor | basta, no más | Alto!! | ALTO POR FAVOR | darme de baja | Dar de baja por favor |
  quiero que me den de baja | Baja | BAJA | eliminar | Elimíname | quitar | Quítame de la lista por favor |
  no quiero estos mensajes | no me interesa gracias | Cancelar suscripcion | cancelar los mensajes |
  no más textos por favor | ARRÊT SVP | arret svp | STOP SMS svp | Arrêtez | arrêtez les sms |
  arrêtez de me contacter | Veuillez me désabonner | désabonnement | Je souhaite me désinscrire |
  désinscrivez-moi | je ne veux plus recevoir de messages | je ne veux plus de sms | plus de messages |
  plus de SMS svp | ne m'envoyez plus rien | ne plus me contacter | Ne me contactez plus svp |
  retirez mon numéro | supprimez mon numéro de votre liste | annuler | annuler abonnement | ça suffit |
  laissez-moi tranquille svp | stoppez | Stoppez les messages | stop🛑 | 🛑🛑 | 🛑 stop 🛑 | Stop… | stop, |
  'STOP' |
  STOP | Stop. | please stop | Please stop! | stop texting me | unsubscribe me | S T O P | s.t.o.p. |
  STOP!!! | stoooop | STOPALL | stop all | opt-out | optout | opt out | Opt Out please | OPT - OUT | end |
  quit | cancel | revoke | unsubscribe | unsuscribe | unsubcribe | ALTO | alto! | BASTA | basta ya |
  ARRÊT | ARRET | arrêt | no más | no mas | NO MÁS MENSAJES | cancelar | désabonner | Désabonnez-moi |
  me désabonner | je veux me désabonner | ne m'envoyez plus de messages | arrêtez de m'envoyer des SMS |
  arrêtez svp | por favor no me envíen más mensajes | dejen de escribirme | quiero darme de baja |
  ya no quiero recibir mensajes | please remove me from your list | take me off this list |
  remove my number | no more texts | no more | please no more messages | don't text me |
  Do not contact me again | do not text me anymore please | I don't want these messages |
  I no longer wish to receive these texts | leave me alone | wrong number | not interested |
  how do I unsubscribe? | How do I stop these messages? | can you stop |
  could you please stop sending me this | I said stop | I asked you to stop |
  I told you to stop texting me | why won't you stop | why don't you stop texting me | this has to stop |
  these messages need to stop | STOP it | stop this | stop now | stop please | stop thanks | ok stop |
  just stop | omg stop | hey STOP | Stop - Jane | end texts | end these messages | cancel subscription |
  please cancel | cancel texts | quit texting me | revoke consent | I revoke my consent |
  I withdraw my consent | I want to opt out | opt me out | I want to unsubscribe | unsub | pls stop |
  plz stop | stop pls | I want you to stop | i need this to stop | i would like to stop receiving these |
  I'd like to cancel these alerts | please end | kindly stop | stop!!! 😡 | 🛑 | stop 🛑 | 😡 stop |
  STOP STOP STOP | stop spamming me | stop it already | STOP MESSAGING | 'stop' | *stop* | stp |
  Thanks, but please stop. | I moved away, please stop the texts |
  We are no longer interested. Please unsubscribe. |
  Hi, this is Olive. Please take me off your list. Thanks! | stop all messages |
  Stop sending messages | please stop these notifications | No me manden mensajes | pare por favor |
  por favor cancelar | Cancelar suscripción | desuscribirme | stop svp | merci d'arrêter |
  veuillez me désinscrire | plus de messages svp | je ne veux plus recevoir vos messages |
  supprimez mon numéro | fin | salir | baja | Dénme de baja | remove | REMOVE ME | never text me again |
  fuck off | go away | delete me | delete my number | stop for good | STOP to end | stop2end | quit it |
  i quit | I'm asking you to stop | would you please stop | You need to stop | stop contacting me |
  stop emailing me | do not send me any more messages | don't send any more texts | UNSUBSCRIBE. |
  Un-subscribe | unsubscribe please | please unsubscribe this number | cancel all messages | end all |
  Arrête | Arrêter | ARRETEZ | ya basta | alto por favor | por favor alto | no quiero más mensajes |
  no more sms | opt out of texts | i opt out | opting out | Stop sending me stuff |
  STOP PLEASE I HAVE ASKED 3 TIMES | Por favor detengan los mensajes | Quítenme de la lista | no molesten |
  no me escriba más | Eliminar mi número | Deje de mandarme textos | STOP. I moved. | Stop I moved |
  please take my number off | take this number off your list | I didn't sign up for this |
  I never signed up for this | who are you? stop | stop texting | stop texts | No more messages please |
  Please do not send me more texts | I do not wish to be contacted | I do not wish to receive your texts |
  don't want to get texts anymore | I don't want to hear from you | not interested, thanks |
  NOT INTERESTED!! | no thank you stop | no thanks stop | plz remove | remove from list |
  please delete my info | End subscription please | I want to end this | Please end these |
  unsubscribe from all | UNSUBSCRIBE ALL | stop forever | opt me out please |
  I'd like to opt out of these messages | opt  out | quit sending me texts | cease and desist | cease |
  Discontinue messages | Cancel all | cancel these | Please cancel me | CANCEL SUBSCRIPTION |
  Revoke please | REVOKE! | end please | end it | quit please | stop, please | st op | STOP✋ | s-t-o-p |
  Stop texting this number | stop texting my phone | stop using my number | This is a business line, stop |
  STOP por favor | pare de enviar mensajes | paren | parar mensajes | No quiero recibir más |
  no me interesa | Eliminarme | sáquenme de aquí | cancélame | alto a los mensajes | ¡Alto! | ¡BASTA! |
  basta de mensajes | ya no me manden nada | No envíen más | dar de baja | Baja por favor | Arrêtez! |
  Arrêt svp | arrêtez les messages | STOP SVP | Je veux me désinscrire | désinscription |
  résilier mon abonnement | annuler mon abonnement | N'envoyez plus rien | ne plus recevoir |
  je ne veux plus de vos messages | je ne suis pas intéressée | plus de sms | Cessez de m'écrire |
  laissez-moi tranquille | retirez-moi de la liste | effacez mon numéro | Ne m'écrivez plus |
  Ne me contactez plus | ugh stop | please stop and remove me |
  can you please stop texting me at work | Please stop texting me about my order |
  Please stop sending me updates about orders | stop sending texts to this number 5551234567 |
  I have asked you to stop three times | Can you take me off the list? |
  please unsubscribe my number +1 303 555 0177 | REMOVE ME FROM THIS LIST | Stop. Wrong person. |
  You have the wrong number | wrong number, who is this | Please STOP!!!! 🙏 | stop🙏 | 🙏stop🙏 |
  Stop texting me or I will sue | lol stop texting | end all texts | Quit it with the texts |
  I want out of this list | I'm not interested in your texts | please stop messaging | Stop this madness |
  stop with the texts | Stop w/ the texts | No quiero mas textos | alto. | Arret. | Alto, por favor |
  No más, gracias | Stop, merci | plus de pub | No please stop | I'm not interested please stop | no stop |
  not interested stop texting | No! Stop! | Stop.Stop.Stop | non arrêtez | I never signed up, stop |
  nope stop | yes stop | YES STOP | help stop | info stop | how can I opt-out? | can I opt out |
  I don't need these texts | we don't want your spam | Too many texts. Please stop | too many messages |
  stop texting!!!!!! | Stop, I already picked up | Quit sending this | Pls. Stop. |
  PLEASE STOP | Please, stop. | (stop) | [STOP] | <stop> | stop/ | /stop | #stop | STOP # | stop :) |
  :( stop | stop ❤️ | St0p | ST0P | $TOP | 5top | Stop it please!! | stop,thanks | Stop - thank you |
  STOP 🛑 STOP | unsuscribeme | Un subscribe | unsubscribe me from this | take me off ur list |
  tkae me off | rmv me | remove plz | Stop pinging me | not my number | this is not my number |
  I am not Olive, wrong number | sorry wrong number | Who dis? Stop texting | opt out now |
  i would like to unsubscribe | please opt-out my number | Please discontinue | discontinue |
  please discontinue texts | no longer interested | I moved away. No more texts. |
  I'm vegetarian stop sending meat ads | desuscribir | Deseo cancelar la suscripción |
  Quiero que dejen de enviarme mensajes | no deseo recibir mensajes | No deseo más mensajes |
  Ya no me interesa | Por favor quitar mi número | favor de no enviar mas mensajes | Favor no enviar |
  dejar de recibir mensajes | Eliminar de la lista | bórrame | stop por favor | PARE | BASTA!! |
  Quiero cancelar | cancelar todo | Arrêtez de m'envoyer des messages | Arrêtez de m'écrire | STOP SMS |
  Stop pub | arret sms | Me désabonner SVP | désabonnez moi svp | je souhaite me désabonner |
  Veuillez arrêter | veuillez cesser | merci de ne plus m'envoyer de messages |
  merci de ne plus me contacter | Je ne souhaite plus recevoir de SMS | ne plus m'envoyer de sms |
  supprimer mon numéro | enlevez-moi de votre liste | je me désabonne | désabonnée | Résiliation |
  annulez | plus de textos | N'envoyez plus de SMS`);

/** Replies about something else, many with a word that could ask to stop. */
const ordinary = listOf(`
  I'll stop by around noon | We will stop by tomorrow | Can I stop by the farm on Saturday? |
  Is it ok if I stop by at 6? | I'm going to stop by later | Will you stop at Oak Street? |
  Does the bus stop at the library? | Which stop do I go to? | What stop is that | Where is the next stop |
  is the stop at 5th still open | The stop at the church is closed | I missed the stop |
  my husband will stop by | I stopped by but nobody was there |
  Please don't stop sending these, love them | don't ever stop | I can't stop laughing |
  we couldn't stop eating them | non stop fun | What time do you stop? | When do you stop selling? |
  what time does the market end | when does it end | is this the end of the season |
  At the end of the week | the week's end | weekend | I'll be there by the end of the day |
  end of the road on the left | Can I cancel my order | I need to cancel my order |
  how do I cancel my order | Please cancel order 123 | cancel my delivery | Cancel my pickup for Friday |
  can you cancel this week's box | I canceled my appointment | I quit my job | I quit drinking milk |
  Quite good, thanks! | I won't quit | remove tomatoes from my order | Please remove the eggs |
  take off the kale | can you take me to the market | Leave it at the door | leave the box on the porch |
  No more tomatoes please | no more than 5 | nope | nothing this week | No thank you |
  I don't want tomatoes | I don't want any eggs this week | don't forget my eggs | Don't leave it outside |
  do not ring the bell | do not send the box on Friday | don't send eggs | I'm out of town |
  opt for the large box | what are my options | I'd like to opt for two boxes | unstoppable flavor |
  the subscription is great | I love my subscription | how much is a subscription? | I want to subscribe |
  I received your message | Got your text, thanks | Text me later | call me |
  please call me | please text me when ready | Send me more info | more messages please |
  Can you send a text reminder? | I want to receive texts | alto contenido de azúcar |
  el tomate está muy alto de precio | Está en la parada | dónde para el camión? |
  el camión para en la iglesia | para dos personas | Para el lunes | no más de dos |
  ¿Hasta cuándo termina? | termina el viernes? | quiero cancelar mi orden | cancelar pedido |
  baja el precio por favor | no me mandes tomates | no quiero tomates | sin huevos por favor |
  gracias, muy amable | à l'arrêt de bus | quel est mon arrêt ? | l'arrêt est où ? | la fin de la saison |
  fin novembre | à la fin du marché | annulez ma commande | je voudrais annuler ma commande |
  pas de tomates | plus de tomates svp | plus tard | merci ! | bonjour | C'est combien ? |
  Je passe demain | j'arrête de fumer |
  I will stop by at 5 | I'll stop in tomorrow | Can you stop at Main St? | Stop by the farm at 6 |
  please stop by | Please stop by at 5 | can I stop by? | what time does it end? | can I cancel my order? |
  Please cancel my order | cancel order 1042 | I need to cancel my order for this week |
  The bus stop is closed | which stop is mine? | Change my stop to North | my stop is North |
  What is my stop? | where is the stop | don't stop, I love these | please don't stop |
  never stop sending these | I can't stop eating the strawberries | I quit smoking | weekend works |
  I'll be there until the end | Do you stop at Main? | Does the truck stop here | remove the beets please |
  take me to the farm | no more kale please | don't send beets this week | when does the season end |
  I don't want beets | non-stop rain here | el precio es muy alto | para mañana por favor |
  quiero cancelar mi pedido | À quel arrêt ? | l'arrêt de bus est fermé | annuler ma commande |
  stop 5 please | at the end of the day | Are you open? | ok | thanks | We stopped by yesterday |
  I'm stopping by at noon | it will stop raining soon | The end | Where do you stop? |
  when will you stop at our street | Please stop at the gate | stop the delivery this week please |
  Please stop my order | I will be there. Will stop at 5. | No thanks | no | Who is this? |
  Could you stop at 5th street? | we'd like to stop in | Yes please | The weekend is fine |
  Is there an end date? | end of November works | can you cancel my box for Friday? |
  Cancel Friday please | I never stop talking about your farm | Nos vemos en la parada |
  ¿A qué hora termina? | ¿Puedo cancelar mi orden? | Merci beaucoup | je passe à 17h | hasta luego |
  see you at the stop | Stop sign is missing on Main | full stop | next stop? | the van didn't stop |
  I had to stop at home first | Don't unsubscribe me | I did not unsubscribe | trend | friend | legend |
  Quite good | stopwatch | I'll quit work at 5 | Let's end the season with a party |
  don't cancel my order | Stop & Shop parking lot? | stop and say hi | Can I opt out of the Friday delivery? | Please stop the music |
  Can I stop and pick up two boxes? | I'd like to stop and say hi |
  Can I stop today? | Can I stop now? | Cancel my box | cancel my CSA share | end of service |
  I don't want to miss your messages | I never got the text message | Don't call, just text me |
  don't email, text me | take me off Friday delivery | How do I change my stop |
  stop the kale this week please | North stop | que pare de llover | fin de semana |
  arrêtez-vous à Lyon ? | Je m'arrête à 17h | basta con dos cajas | I'll stop at the stop on 5th |
  Please stop by and say hi | we will be there until it ends | Do you want me to stop by? |
  should I stop at your house? | I love it! Don't ever stop | We can't stop by today |
  I had to end the call | is this the end stop | My order was cancelled? | I cancelled my order yesterday |
  was it canceled | Please remove 2 dozen eggs | quitting time is 5 | I'm at the stop now |
  the stop was closed | stopped at the stop but nobody was there | Running late, will stop at 6 |
  where does it stop | when is the last stop | can I switch stop | I will not be there |
  No more eggs for me this week | I want more texts! | Text me when it's ready | how much is the box |
  do you have an opt in form | Bonjour, à quelle heure finit le marché ? | ¿Cuál es mi parada? |
  Para el viernes, por favor | Paramos a las 5 | voy a parar a las 5 |
  quiero cancelar la entrega del viernes | Je voudrais annuler ma livraison | on se voit à l'arrêt |
  love it 🍓 | K | 👍 | Can you cancel Friday? | never ending beets, love it | Is the market ending soon? |
  I got your message | no message today? | not this week | I need the address of the stop | one stop shop`);

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

/** The same reply as another phone or another person writes it. */
const rewritten = (replies: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...replies),
      fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toLowerCase(),
        (text: string) => text.toUpperCase(),
        (text: string) => text.normalize('NFD'),
        fullWidth,
        (text: string) => [...text].join('\u200b'),
        (text: string) => text.replaceAll(' ', '  '),
        (text: string) => text.replaceAll(' ', '\u00a0'),
        (text: string) => text.replaceAll("'", '’'),
      ),
      fc.constantFrom('', 'Hi! ', 'Thanks for everything. ', '😀 ', '\n'),
      fc.constantFrom('', '!', '.', '!!!', ' 🙏', ' :)', '\r\n', '. Thanks'),
      fc.constantFrom(
        '',
        '\n\nSent from my iPhone',
        '\n> Pick up today\n> Reply STOP to opt out',
        '\n\nOn Sat, Nov 28, 2026 at 9:00 AM Green Acres wrote:\nPlease stop by',
        '\n--\nJane, who will not stop believing',
      ),
    )
    .map(([reply, write, before, after, quoted]) => before + write(reply) + after + quoted);

test('any words of a request to stop are understood, in any form', () => {
  expect(requests.filter((reply) => meaningOf(reply) !== 'stop')).toEqual([]);
  fc.assert(
    fc.property(rewritten(requests), (reply) => meaningOf(reply) === 'stop'),
    { numRuns: 3000 },
  );
});

test('ordinary replies stop nothing, in any form', () => {
  expect(ordinary.filter((reply) => meaningOf(reply) !== undefined)).toEqual([]);
  fc.assert(
    fc.property(rewritten(ordinary), (reply) => meaningOf(reply) !== 'stop'),
    { numRuns: 3000 },
  );
});

test.each([
  ['S T O P', 'stop'],
  ['s.t.o.p.', 'stop'],
  ['P L E A S E  S T O P', 'stop'],
  ['𝐒𝐓𝐎𝐏', 'stop'],
  ['🆂🆃🅾🅿', 'stop'],
  ['🇸🇹🇴🇵', 'stop'],
  ['STOOOP', 'stop'],
  ['ST0P', 'stop'],
  ['SТОР', 'stop'],
  ['стоп', 'stop'],
  ['🛑', 'stop'],
  ['stp', 'stop'],
  ['Stop\nJane', 'stop'],
  ['Jane here STOP', 'stop'],
  ['Reply STOP to opt out', 'stop'],
  ['Liked “Pick up today\nReply STOP to opt out”', undefined],
  ['👍 to “Reply STOP to opt out”', undefined],
  ['START', 'start'],
  ['unstop!', 'start'],
  ['S T A R T', 'start'],
  ['ＳＴＡＲＴ', 'start'],
  ['yes', 'start'],
  ['Please start sending me messages again', 'start'],
  ['Help!', 'help'],
  ['help me please', 'help'],
  ['', undefined],
])('the reply %p means %p', (reply, meaning) => {
  expect(meaningOf(reply)).toBe(meaning);
});

test('the number answers the keywords of AWS and nothing else', () => {
  expect(['STOP', 'Stop.', 'opt-out', 'cancel please'].every(isAnsweredByNumber)).toBe(true);
  expect(['Please stop', 'ALTO', 'stopall', 'revoke'].some(isAnsweredByNumber)).toBe(false);
});

test.each([
  'Hello ',
  'Our farm bus will STOP at Main St today!',
  'Hello, STOP ends it',
  'The bus will STOP to end the tour',
  'Send STOP signs',
  "Don't stop! Reply now",
  'Reply to stop hunger',
])('the notice is added to a text message with another STOP or none: %p', (text) => {
  expect(withOptOut(text)).toBe(`${text.trimEnd()}\nReply STOP to opt out`);
});

test.each([
  'Hello. Reply STOP to opt out',
  'Hello. Text "STOP" to unsubscribe.',
  'Msg&data rates may apply. STOP to end',
  'Stop2End\nHello',
  'Hello (STOP=opt-out)',
  'Hola. Responda ALTO para cancelar',
  'Hello, reply STOP.',
  'Kale! Reply STOP to opt out of texts, HELP for help',
])('a text message with the notice of its author has no other: %p', (text) => {
  expect(withOptOut(text)).toBe(text);
});

test('a stop is confirmed in one segment', () => {
  expect(smsSize(stopConfirmation.text)).toEqual({ encoding: 'gsm7', segments: 1 });
});
