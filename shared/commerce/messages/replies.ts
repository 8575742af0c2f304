/** What a reply asks for. `help` and all others change nothing. */
export type ReplyMeaning = 'stop' | 'start' | 'help';

/**
 * The meaning of a reply to a text message; undefined for any other reply. A request in any reasonable words ends messages
 * (47 CFR 64.1200(a)(10)), in English, Spanish and French. In doubt the reply is a `stop`, because a START takes it back and a
 * message after a request to stop breaks the law. Quoted text and signatures do not count.
 */
export function meaningOf(reply: string): ReplyMeaning | undefined {
  const written = ownWords(reply.slice(0, maxReply));
  const own = written.toLowerCase();
  const whole = keywordIn(own);
  if (whole !== undefined) return whole;
  const sentences = own.split(/[.!?\n]+/);
  const clauses = clausesOf(own);
  if (
    sentences.some((sentence) => keywordIn(sentence) === 'stop') ||
    clauses.some(asksToStop) ||
    endsInCapitals(written)
  )
    return 'stop';
  const words = clauses.join(' ').split(' ');
  if (words.length > 0 && startsAgain(words)) return 'start';
  return words.includes('help') && words.every((word) => helpWords.has(word)) ? 'help' : undefined;
}

/**
 * Whether the number answers a reply that means `stop`: one that begins with a required keyword of AWS End User Messaging SMS
 * ("Required opt-out keywords"). The phone is then on the opt-out list of the number.
 */
export const isAnsweredByNumber = (reply: string): boolean =>
  /^\s*(?:arret|cancel|end|opt-?out|quit|remove|stop|td|unsubscribe)(?![\p{L}\p{N}])/iu.test(reply);

/** Characters that are read. A text message of ten parts has fewer. */
const maxReply = 2000;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const stopKeywords =
  words(`stop halt stahp enough stopall stopp stops unsubscribe unsubscribeall unsub cancel end quit optout revoke remove td
  alto basta pare paren parar para nomas cancela cancelar cancele cancelen baja salir anular detener terminar desuscribir desuscribirme eliminar quitar
  stoppez arret arrete arretez arreter annuler desabonner desabonnement desabonnez desinscrire desinscription resilier fin stoppe
  стоп stp sto stpo sotp tsop stip stoo atop dtop srop syop`);
const startKeywords = words('start unstop yes restart resume resubscribe optin subscribe');
const helpKeywords = words('help info aide ayuda');

/** The keyword that the whole reply is, also with blanks, hyphens or full stops between its letters. */
function keywordIn(text: string): ReplyMeaning | undefined {
  if (/^[\s\p{P}\p{S}]*[s5$][t7][o0]p[\s\p{P}\p{S}]*$/u.test(text)) return 'stop';
  if (/\p{N}/u.test(text)) return undefined;
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  if (letters === '') return /[🛑⛔🚫]/u.test(text) ? 'stop' : undefined;
  const forms = [
    letters,
    // A held key repeats a letter.
    letters.replaceAll(/(.)\1+/gu, '$1'),
    letters.replaceAll(/(.)\1{2,}/gu, '$1$1'),
    letters.replaceAll(/[ѕторсеаіτορ]/g, (letter) => lookAlikes[letter] ?? letter),
  ];
  const is = (keywords: ReadonlySet<string>) => forms.some((form) => keywords.has(form));
  if (is(stopKeywords)) return 'stop';
  if (is(startKeywords)) return 'start';
  return is(helpKeywords) ? 'help' : undefined;
}

/** Cyrillic and Greek letters that look like Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = {
  ѕ: 's',
  т: 't',
  о: 'o',
  р: 'p',
  с: 'c',
  е: 'e',
  а: 'a',
  і: 'i',
  τ: 't',
  ο: 'o',
  ρ: 'p',
};

/** Where the words of the writer end: a signature, or the message that is quoted below. */
const ending =
  /^(?:--\s*$|—\s*$|_{5,}|-{2,} ?original message|(?:sent|get outlook|envoyé|enviado) (?:from|via|with|for|de|desde|depuis|con)\b|(?:on|le|el) .*(?:wrote|a écrit|escribió) ?:|(?:on|le|el) .*\d.*$(?=\n.*(?:wrote|a écrit|escribió) ?:)|(?:from|de) ?: )/imu;
const signature =
  /(?:^|[\s.!?])(?:sent (?:from|via) (?:my |the |outlook|yahoo|gmail|samsung|mail )|envoyé (?:de|depuis) (?:mon|ma) |enviado desde (?:mi|mis) )/iu;
const reaction =
  /^\s*(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted|removed .{1,20} from|le gust[oó]|a aim[eé]|\p{Extended_Pictographic}️? to).{0,30}["“„«].*$/isu;
const notice =
  /\b(?:reply|text|txt) ["“]?stop["”]? (?:to|2) (?:opt[ -]?out|end|quit|cancel|unsubscribe)\b/giu;

/** The words of the writer without quoted text, signature, accents and invisible characters. */
function ownWords(reply: string): string {
  const text = plainLetters(reply.normalize('NFKC').replaceAll(/\r\n?/g, '\n'));
  if (reaction.test(text)) return '';
  const lines = text.split('\n').filter((line) => !/^\s*[>|]/.test(line));
  const unquoted = lines.join('\n');
  const end = Math.min(
    ...[ending, signature].map((rule) => rule.exec(unquoted)?.index ?? Number.POSITIVE_INFINITY),
  );
  const own = unquoted.slice(0, end);
  // A reply that only repeats the notice asks for what the notice offers.
  const withoutNotice = own.replaceAll(notice, ' ');
  const said = /\p{L}/u.test(withoutNotice) ? withoutNotice : own;
  // `P L E A S E  S T O P`
  const joined = said.replaceAll(/(?<!\p{L})\p{L}(?:[ .*_-]\p{L}){2,}(?!\p{L})/gu, (spaced) =>
    spaced.replaceAll(/\P{L}/gu, ''),
  );
  return joined.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Letters in boxes and circles as letters, without invisible characters. */
const plainLetters = (text: string): string =>
  text
    .replaceAll(
      /[\u{1F130}-\u{1F149}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu,
      (sign) => {
        const point = sign.codePointAt(0) ?? 0;
        const [first = point] = [0x1f1e6, 0x1f170, 0x1f150, 0x1f130].filter((start) => start <= point);
        return String.fromCodePoint(0x61 + point - first);
      },
    )
    .replaceAll(/\p{Cf}/gu, '');

/** The clauses of a text, as words with one blank between them. Contractions are one word: `dont`. */
const clausesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\bopt\s*-?\s*out\b/g, 'optout')
    .replaceAll(/\bun[\s-]subscri/g, 'unsubscri')
    .replaceAll(/\bstop ?2 ?(?=\p{L})/gu, 'stop to ')
    // A visit, or the shop of that name.
    .replaceAll(
      /\bstop (?:and|&|n) (?=say|see|pick|get|grab|visit|look|smell|chat|talk|drop|shop|buy|wait|check)/g,
      'stop at ',
    )
    .replaceAll(/n['’´`]t\b/g, 'nt')
    .replaceAll(/['’´`](d|ll|m|re|ve|s)\b/g, '$1')
    .replaceAll(/['’´`-]/g, ' ')
    // A conjunction shows that the clause before it is not complete: `can I stop and pick up two boxes`.
    .split(/[^\p{L}\p{N}\s]+|\n+|(?<=\b(?:and|but|because|or|y|et|pero|mais)) /u)
    .map((clause) => clause.trim().replaceAll(/\s+/g, ' '))
    .filter((clause) => clause !== '');

/** What may come before a request. */
const leads =
  /^(?:please|pl[sz]e?|plz|help|info|kindly|ok(?:ay)?|k|hey|hi|hello|yo|sorry|thanks?(?: you)?|thx|ty|yes|no|nope|yeah|now|just|again|well|sir|maam|guys|everyone|folks|team|then|also|really|seriously|omg|ugh|dude|bro|man|lol|god|jesus|wtf|ffs|fucking|damn|thank you|enough|i (?:already )?(?:said|say|told you|repeat)|(?:i|we) (?:have )?(?:already )?(?:asked|told)(?: (?:you|u))?|(?:i am|im|we are) (?:asking|telling)(?: (?:you|u))?|how (?:do|can|could|would|should|may) (?:i|we)|how|(?:can|could|would|will|wont|cant) (?:you|u)|(?:can|could|may) (?:i|we)|why (?:dont|wont|cant) (?:you|u)|you (?:can|should|may|must|need|have|better)|you(?: guys)?|u|yall|(?:i|we) (?:want|need|wish|demand|request|require|like|beg)(?: (?:you|u|this|these|it|them))?|(?:i|we) would like(?: (?:you|u))?|(?:id|wed) like(?: (?:you|u))?|i wanna|want|wanna|need|like|wish|let me|help me|make (?:it|this|them|these)|tell (?:them|it)|to|do|por ?fa(?:vor)?|favor|ya|hola|gracias|si|quiero|quisiera|deseo|necesito|me gustaria|podrian?|pueden?|puedo|como|(?:les?|te) pido|solicito|que|svp|stp|s il (?:vous|te) plait|merci|bonjour|salut|oui|non|je (?:veux|voudrais|souhaite)|j aimerais|veuillez|pouvez vous|peux tu|comment|priere|de|d|me|vous)(?: |$)/;

/** What a request may end with. */
const politeness =
  /^(?:(?:please|pl[sz]e?|plz|now|right|already|immediately|asap|thanks?|thank|you|very|much|so|u|thx|ty|ok|okay|lol|it|this|that|these|those|all|me|us|everything|anymore|forever|ever|good|for|sir|again|at once|here|bro|man|dude|guys|por ?fa(?:vor)?|favor|ya|ahora|gracias|todo|esto|eso|svp|stp|s|il|vous|te|plait|merci|maintenant|tout|ca|cela)(?: |$))*$/;

/** Messages and what sends them. */
const messages =
  /\b(?:te?xt\w*|messag\w*|msgs?|msging|sms\w*|send\w*|sent|e?mail\w*|contact\w*|bother\w*|spam\w*|call\w*|harass\w*|annoy\w*|notif\w*|alerts?|updates?|promo\w*|ads?|advert\w*|marketing|newsletters?|subscri\w*|receiv\w*|getting|writing|reminders?|communicat\w*|campaigns?|pinging|bugging|blasts?|junk|crap|shit|bullshit|nonsense|service|consent|permission|authori[sz]ation|list|(?:my|this) (?:number|phone|cell)|mensajes?|textos?|envi\w*|mandar\w*|mande\w*|escrib\w*|suscripcion\w*|publicidad|avisos?|correos?|servicio|lista|molest\w*|recibir|textos?|envoi\w*|envoyer|envoyez|ecri\w*|abonnement|inscription|pubs?|publicites?|courriels?|recevoir|liste|harcel\w*)\b/;

/** What an order has, and a place to get it. A request about them is none about messages. */
const orders =
  /\b(?:orders?|deliver\w*|box(?:es)?|shares?|pick ?ups?|weeks?|months?|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|appointment|reservation|booking|payment|items?|pedidos?|orden|entregas?|cajas?|compra|semana|commandes?|livraisons?|paniers?|semaine|bus|tram|train)\b|\d/;

/** Messages as the object: `these texts`, `sending me texts about my order`. */
const messagesFirst =
  /^(?:(?:with|w|all|the|these|this|those|any|your|such|de|los|las|les|des|vos|sus|tus) )*(?:te?xt(?:s|ing)?|messag\w+|msgs?|sms|sending|e?mail(?:s|ing)?|contacting|bothering|spam\w*|harassing|notif\w+|alerts?|promo\w*|ads|newsletters?|mensajes|textos|enviar\w*|mandar\w*|escribir\w*|messages|m (?:envoy|ecri)\w+|envoyer)(?: |$)/;

/** What follows a `stop` that needs no more words. */
const politeFirst = /^(?:please|pl[sz]e?|plz|now|already|immediately|asap|me|por favor|svp|merci)(?: |$)/;

/** `stop` of a bus or a pick-up: `stop by`, `stop at`, `stop 5`. */
const place =
  /^(?:by|at|in|over|off|near|on|around|along|here|there|is|was|are|has|had|sign|signs|light|number|no|opens?|closed|closes|name|names|location|address|time|times|vous|\d|for (?!good|now|ever|real)|to (?!text|send|mess|contact|writ|end|quit|cancel|unsub|optout|me\b)|(?:my|the|our|his|her|their|a|an) )/;

const verbs =
  /^(?:stopp?|stoppez|stoping|stopping|cancel|end|quit|revoke|withdraw|rescind|cease|discontinue|remove|unlist|alto|basta|paren?|parar|parad|para|cancel(?:a|ar|arme|ame|e|en|enme)|det(?:ener|enga|engan|en)|suspend(?:er|a|an)|terminar?|terminen|salir|baja|anular|anulen?|arret(?:ez?|er)?|cess(?:ez|er)|annul(?:ez|er)|resili(?:ez|er|ation)|fin|assez|suffit)(?: |$)/;

/** `end of the season`: a noun. */
const noun = /^(?:of|date|time|table)\b/;

/** Requests in any place of a clause. */
const requests: readonly RegExp[] = [
  /\bunsub\b|\bunenroll\b|\b(?:un|de)register me\b|\b(?:de|dis|un)suscr\w*|\bdesabon\w*|\bdesinscri\w*/,
  /\bno more(?: \w+){0,2} (?:te?xts?|te?xting|messag\w*|msgs?|sms|spam|e?mails?|ads|promo\w*|notif\w*|alerts?|contact|communicat\w*|reminders?|newsletters?|calls?|of this|of these)\b|^(?:please )?no more(?: please| thanks?)?$/,
  /\b(?:dont|do not|never|not to)(?: ever)? (?:(?:te?xt|messag\w*|msg|sms|contact|bother|write|ping|spam)\b(?! (?:the|him|her|them|my))|(?:e?mail|call)(?: me| us)? (?:again|any ?more|ever)\b)/,
  /\b(?:dont|do not|never|not to)(?: ever)? send\b(?: (?:me|us))?(?: (?:any|these|this|those|your|more|such))*(?: (?:te?xts?|messag\w*|msgs?|sms|e?mails?|ads|promo\w*|notif\w*|alerts?|stuff|things|anything|anymore|again|more|this|these)\b|$)/,
  /\b(?:dont|do not|no longer|not|never|didnt|did not|wouldnt)(?: \w+)? (?:want|wish|need|care|consent|agree|sign(?:ed)? up|subscribed?|ask(?:ed)?)\b(?!.*\b(?:miss|lose|stop|unsubscri\w*)\b).*(?:\b(?:te?xt\w*|messag\w*|msgs?|sms|spam|e?mails?|ads|notif\w*|alerts|hear|newsletters?|contacted|subscribed)\b|\b(?:these|this|anymore|from you)$)/,
  /\b(?:revok\w+|withdraw\w*|rescind\w*|retract\w*|cancel\w*)\b.*\b(?:consent|permission|authori[sz]ation)\b|^i (?:quit|cancel|revoke|end)$|^(?:please )?cease\b|(?<!\b(?:dont|not|never) )\b(?:please|pls|plz) stop(?: please| now| it| this| thanks?)?$/,
  /\b(?:not|no longer) interested(?:$| in (?:your|these|this|any) (?:te?xt|mess|e?mail|sms|offer|updat|promo))|\bno me interesa(?: gracias)?$|\bpas interesse\w{0,2}$|\bwant out\b.*\blist\b|\bleave (?:me|us) alone\b|^(?:go away|get lost|(?:fuck|f|piss|bugger|buzz) off|shut up|knock it off|cut it out)\b|\blose (?:my|this) number\b|\bwrong (?:number|person)\b|\b(?:not|isnt) my number\b|^too many (?:te?xts|messages|sms|e?mails|notifications|alerts)\b/,
  /(?<!\b(?:i|ill|we|they|you|he|she|to|will|not|dont|and) )\bstop (?:sending|te?xting|messaging|contacting|spamming|bothering|emailing|notifying|harassing)\b/,
  /\b(?:asked|told|asking|telling|want|need|beg|begging)\b.* to (?:please )?stop\b(?! (?:by|at|in|over|off|near|on)\b)/,
  /\b(?:this|these|those|it|te?xts?|texting|messag\w*|sms|spam|e?mails?|you)(?: \w+)? (?:must|should|needs? to|has to|have to|gotta|got to|better) stop$/,
  /\b(?:wont|will|cant|can|would|could|why dont) (?:you|u|this|these)(?: \w+)? stop\b(?=$| (?:te?xt|messag|send|spam|contact|bother|call|e?mail))/,
  /\bno mas (?:\w+ )?(?:mensajes?|textos?|sms|publicidad|avisos|correos?|de es\w+)\b|^(?:por favor |ya )?no mas(?: por favor| gracias)?$/,
  /\bde baja\b/,
  /\bno (?:me |nos )?(?:vuelvan? a )?(?:envi\w+|mand\w+|escrib\w+|contact\w+|molest\w+|llam\w+|text\w+)(?: (?:mas|nada|nunca|a este|por favor|ya|mensajes?|textos?|sms|estos|esto|publicidad|gracias)\b|$)/,
  /\b(?:ya )?no (?:quiero|deseo)\b.*\b(?:recibir (?:mas|nada|sus|estos|mensajes?)|mensajes?|textos|sms|publicidad)\b|\bya no me (?:envi|mand|escrib|contact)/,
  /\bdej(?:en?|a|ar|enme|ame) (?:de (?:envi|mand|escrib|molest|contact|text|llam|hacer|recib|me)|en paz|tranquil)/,
  /\b(?:quit|borr|elimin|saqu|sac|remuev|retir)(?:en|e|a|ar|an)me\b|\b(?:quit|borr|elimin|saqu|sac|remuev)\w* (?:mi (?:numero|telefono|nombre|contacto)|de (?:la|su|tu|esta) lista)\b|\bnumero equivocado\b|^ya basta\b/,
  /\b(?:ne m|n)(?: \w+)? ?(?:envoy\w+|envoi\w+|ecri\w+|contact\w+|appel\w+)(?: \w+)? (?:plus|pas)\b|\b(?:ne plus|plus jamais) (?:recevoir|m|me|nous)\b|\bne (?:me|nous) (?:contact|derang|harcel|text|relanc|sollicit)\w+ (?:plus|pas)\b/,
  /^(?:svp |merci )?plus (?:de|d|aucun)(?: \w+)? ?(?:messages?|sms|textos?|pubs?|mails?|courriels?|notifications?|spams?)\b/,
  /\bje ne (?:veux|souhaite|desire) (?:plus|pas)\b.*\b(?:recevoir|messages?|sms|textos?|pubs?|sollicit\w*|contact\w*)\b/,
  /\b(?:retir|supprim|enlev|effac)(?:ez|e|er)(?: moi| mon numero| de (?:la|votre|vos) liste)\b|\blaisse[zr]? moi tranquille\b|\bca suffit\b|\b(?:faux|mauvais) numero\b/,
];

/** Requests to leave a list, unless they are about an order. */
const departures =
  /\boptout\b|\bopt(?:ed|ing)? (?:(?:me|us|my number|this number) )?out\b|\b(?:remove|rmv|delete|drop|erase|unlist) (?:me|us|(?:my|this|our) (?:number|phone|cell|name|contact|info|email|e mail|address|data))\b|\b(?:take|get|pull|keep) (?:me|us|my number|my name|this number) (?:off|out|from)\b|\bremove from\b.*\blist\b|\bbe (?:removed|deleted|taken off|unsubscribed)\b|\bme off(?: (?:this|your|ur|the|that|please|list|now))*$/;

/** `dont stop`, and other words that take a request back. */
const negated =
  /\b(?:dont|do not|never|didnt|did not|not|cant|cannot|couldnt|wouldnt)(?: (?:want|wish|need|like|to|you|u|me|them|it|ever|just|even|have|had|going|actually|really))* (?:stop\w*|unsubscri\w*|cancel\w*|optout|remove|end|quit)\b|\bnon stop\b|\b(?:no|nunca|ne|n)(?: \w+)? (?:paren?|cancel(?:en?|es|o)|arret\w+)\b/;

/** Words before `stop` as a noun, or as what somebody else does. */
const notStop =
  words(`i ill we well he she they theyll it its bus truck van driver train will dont doesnt does did do never not non full
  pit next last first my our your the this that a an another each every other which what whats where when wheres whens pickup up same new old to`);

function asksToStop(clause: string): boolean {
  const isNegative = negated.test(clause) && !/\b(?:dont|wont|cant) (?:you|u)\b/.test(clause);
  if (clause.split(' ').some(isUnsubscribe)) return !isNegative;
  if (requests.some((request) => request.test(clause))) return !isNegative || isRefusal(clause);
  if (departures.test(clause)) return !isNegative && !orders.test(clause);
  return !isNegative && beginsWithStop(clause);
}

/** `do not text`, `no more`: a negation that is the request itself. */
const isRefusal = (clause: string): boolean => !/\b(?:stop\w*|unsubscri\w*|optout|cancel\w*)\b/.test(clause);

/** A verb of the seven of the FCC or its like, after words that may come before, about messages or about nothing. */
function beginsWithStop(clause: string): boolean {
  let rest = clause;
  let found = verbs.exec(rest);
  let isOwn = false;
  for (let lead = leads.exec(rest); found === null && lead !== null; lead = leads.exec(rest)) {
    isOwn ||= ownLead.test(lead[0]);
    rest = rest.slice(lead[0].length);
    found = verbs.exec(rest);
  }
  if (found === null) return false;
  const [verb] = found;
  const tail = rest.slice(verb.length);
  const isStop = verb.startsWith('stop');
  if (tail === '' || messagesFirst.test(tail) || (isStop && !isOwn && politeFirst.test(tail))) return true;
  if (orders.test(tail) || (isStop && place.test(tail))) return false;
  if (messages.test(tail)) return !noun.test(tail);
  if (isOwn) return /^(?:this|these|it|all|everything)$/.test(tail);
  // In doubt: `stop` and a word or two, such as a name.
  return politeness.test(tail) || (isStop && tail.split(' ').length <= (rest === clause ? 2 : 1));
}

/** What the writer may do: `can I stop now` asks for leave to stop somewhere. */
const ownLead = /^(?:how|can|could|may|let|i|we|id|wed)\b(?!.*\b(?:you|u|said|say|told|asked|repeat)\b)/;

/** `Jane here, STOP`: the word in capitals ends a reply in small letters, and is no noun. */
function endsInCapitals(reply: string): boolean {
  const [, before = ''] = /([^\s\p{P}]*)[\s\p{P}]+STOP[\s\p{P}\p{S}]*$/u.exec(reply) ?? [];
  return /\p{Ll}/u.test(before) && !notStop.has(before.toLowerCase());
}

/** `unsubscribe`, also mistyped by two letters at most. */
function isUnsubscribe(word: string): boolean {
  if (/^unsubscri(?:be|bes|bed|bing|ption)$/.test(word)) return true;
  return word.length >= 8 && word.startsWith('u') && distance(word, 'unsubscribe') <= 2;
}

/** Letters to insert, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const startWords = words('start unstop restart resume resubscribe');
const aroundStart = words(
  'please pls plz again messages message texts texting sending send me us now the up thanks thank you hi hello ok okay yes to want i receiving getting back',
);

/** A request to start again, of which every word is one. */
const startsAgain = (said: readonly string[]): boolean =>
  said.some((word) => startWords.has(word)) &&
  said.every((word) => startWords.has(word) || aroundStart.has(word));

const helpWords = words('help info please pls plz me us i need hi hello');
